import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyRefusal } from '../contract/key';

/** What the service has refused to a key of late, newest first; nothing of what was sent. */
@Entity('key_refusals')
export class KeyRefusals {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column('jsonb') refusals!: readonly KeyRefusal[];
}
