import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Permission } from '../contract/key';

/** A partner server's key. The key itself is not kept: only its SHA-256 and its last four characters. */
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

  /** One of five while the key is active: two active keys of an account never share one. */
  @Column('smallint')
  slot!: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;

  /** When a key that was replaced ends by itself; until then it counts as active. */
  @Column({ type: 'timestamptz', name: 'ends_at', precision: 3, nullable: true })
  endsAt!: Date | null;
}
