import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyRefusal } from '../../contract/key';

/** Recent refusals of a key, newest first; never any content of the requests. */
@Entity('key_refusals')
export class KeyRefusals {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'key_id' }) keyId!: string;
  @Column('jsonb') refusals!: readonly KeyRefusal[];
}
