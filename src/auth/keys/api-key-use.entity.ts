import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Last use of a key; a table of its own, so that requests do not write the key's row. */
@Entity('api_key_uses')
export class ApiKeyUse {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 }) lastUsedAt!: Date;
}
