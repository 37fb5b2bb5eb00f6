import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Session of a member. It ends at `expiresAt`, after long disuse, on request, with the membership, and when the account changes owner. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  /** Public id; the token opens the session. */
  @Column('uuid')
  id!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** Null in rows of releases before 1.2.0, which open nothing. */
  @Column('uuid', { name: 'member_id', nullable: true })
  memberId!: string;

  /** Browser and system in words. */
  @Column('text', { nullable: true })
  device!: string | null;

  /** Lasts 30 days, also without use. */
  @Column('boolean', { default: false })
  remembered!: boolean;

  /** Exact to the minute. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 })
  lastUsedAt!: Date;
}
