import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../database/columns';

@Entity('lead_merges')
export class LeadMerge {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'merged_lead_id' }) mergedLeadId!: string;
  @Personal() @Column('json', { name: 'merged_lead', nullable: true }) mergedLead!: object | null;
  @Column({ type: 'timestamptz', name: 'merged_at', precision: 3 }) mergedAt!: Date;
  @Column({ type: 'timestamptz', name: 'merged_created_at', precision: 3 }) mergedCreatedAt!: Date;
  @Column({ type: 'timestamptz', name: 'merged_updated_at', precision: 3 }) mergedUpdatedAt!: Date;
}
