import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BulkJobView } from '../../contract/lead';

/** What a bulk job changes: the body of its call. */
export interface StoredChange {
  readonly add_tags?: string[];
  readonly stage_id?: string;
  readonly responsible_id?: string | null;
}

/** A change of all leads of a list, as they were at the click. */
@Entity('bulk_jobs')
export class BulkJob {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  /** Null: the operator. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
  @Column('json') change!: StoredChange;
  @Column('text') state!: BulkJobView['state'];
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3 }) leasedUntil!: Date;
  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true }) finishedAt!: Date | null;
}

@Entity('bulk_job_leads')
export class BulkJobLead {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'bulk_job_id' }) bulkJobId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  /** Null until the lead is changed. */
  @Column('text', { nullable: true }) result!: string | null;
  @Column('text', { nullable: true }) code!: string | null;
  /** What the lead was like right after its change (`LEAD_VERSION`). */
  @Column('text', { nullable: true }) version!: string | null;
  @Column('smallint', { default: 0 }) attempts!: number;
}
