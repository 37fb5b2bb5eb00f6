import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a key was last used; in its own table, so that requests do not write the row of the key. */
@Entity('api_key_uses')
export class ApiKeyUse {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 }) lastUsedAt!: Date;
}
