import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('tags')
export class Tag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') key!: string;
  @Column('text') name!: string;
}

@Entity('lead_tags')
export class LeadTag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @PrimaryColumn('uuid', { name: 'tag_id' }) tagId!: string;
}
