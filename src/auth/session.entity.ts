import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An owner's session; it ends at `expiresAt`, on signing out, and when the account changes hands. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
