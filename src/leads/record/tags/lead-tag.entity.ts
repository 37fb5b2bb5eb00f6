import { Entity, PrimaryColumn } from 'typeorm';

@Entity('lead_tags')
export class LeadTag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @PrimaryColumn('uuid', { name: 'tag_id' }) tagId!: string;
}
