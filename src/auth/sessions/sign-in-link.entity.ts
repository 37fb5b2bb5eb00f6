import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('sign_in_links')
export class SignInLink {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  /** Null in rows of releases before 1.2.0, which open nothing. */
  @Column('uuid', { name: 'member_id', nullable: true })
  memberId!: string;

  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true })
  usedAt!: Date | null;
}
