import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ErrorCode } from '../../contract/error';
import type { Permission, KeyRefusal } from '../../contract/key';

/** Key of a partner's server. Only its SHA-256 and last four characters are stored. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('bytea')
  hash!: Buffer;

  @Column('text')
  name!: string;

  @Column('text', { array: true })
  permissions!: Permission[];

  @Column('text')
  hint!: string;

  /** Place among the five active keys of an account; active keys never share one. */
  @Column('smallint')
  slot!: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;

  /** Moment at which a replaced key expires; until then it is active. */
  @Column({ type: 'timestamptz', name: 'ends_at', precision: 3, nullable: true })
  endsAt!: Date | null;
}

/** Last use of a key; a table of its own, so that requests do not write the key's row. */
@Entity('api_key_uses')
export class ApiKeyUse {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 }) lastUsedAt!: Date;
}

/** Recent refusals of a key, newest first; never any content of the requests. */
@Entity('key_refusals')
export class KeyRefusals {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column('jsonb') refusals!: readonly KeyRefusal[];
}

/** Refusals of a key on a Brasília day, by code: all of them, and those that name a field. */
@Entity('key_refusal_days')
export class KeyRefusalDay {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('text') code!: ErrorCode;
  /** Empty: all. */
  @PrimaryColumn('text') field!: string;
  @Column('integer') refusals!: number;
}
