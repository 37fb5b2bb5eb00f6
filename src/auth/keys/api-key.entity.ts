import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Permission } from '../../contract/key';

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
