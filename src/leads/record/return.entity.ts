import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Sent } from '../../contract/day/today';
import { Personal } from '../../database/columns';

/** The last submission of a lead that came back. An erasure deletes it. */
@Entity('returns')
export class Return {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @Column({ type: 'timestamptz', name: 'returned_at', precision: 3 }) returnedAt!: Date;
  /** Null while a person has done something since; a lead that nobody contacted is listed as new first. */
  @Column({ type: 'timestamptz', name: 'listed_from', precision: 3, nullable: true }) listedFrom!: Date | null;
  @Personal() @Column('json', { nullable: true }) sent!: Sent | null;
}
