import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When a key was last used; beside the key, so that its row is not written by requests. */
@Entity('api_key_uses')
export class ApiKeyUse {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 }) lastUsedAt!: Date;
}
