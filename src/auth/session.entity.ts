import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An owner's session; it ends at `expiresAt`, when nobody has used it for long, when its owner says so, and when the account changes hands. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  /** What it is called by; the token opens it. */
  @Column('uuid')
  id!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** Exact to the minute. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 })
  lastUsedAt!: Date;
}
