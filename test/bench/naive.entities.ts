import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The tables of the intake that the service itself does not map, as entities for the naive yardstick. */

const MOMENT = { type: 'timestamptz', precision: 3 } as const;

@Entity('conversations')
export class NaiveConversation {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') phone!: string;
  @Column('text', { name: 'phone_key' }) phoneKey!: string;
  @Column('text') channel!: string;
  @Column('text') origin!: string;
  @Column('date') day!: string;
  @Column({ ...MOMENT, name: 'created_at' }) createdAt!: Date;
}

@Entity('leads')
export class NaiveLead {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'conversation_id' }) conversationId!: string;
  @Column('smallint') copy!: number;
  @Column('text') phone!: string;
  @Column('text') name!: string;
  @Column('text') email!: string;
  @Column('text', { name: 'email_key' }) emailKey!: string;
  @Column('text') notes!: string;
  @Column('text') origin!: string;
  @Column('text', { name: 'origin_rule' }) originRule!: string;
  @Column('text', { name: 'utm_source', nullable: true }) utmSource!: string | null;
  @Column('text', { name: 'utm_medium', nullable: true }) utmMedium!: string | null;
  @Column('text', { name: 'utm_campaign', nullable: true }) utmCampaign!: string | null;
  @Column({ ...MOMENT, name: 'created_at' }) createdAt!: Date;
  @Column({ ...MOMENT, name: 'updated_at' }) updatedAt!: Date;
  @Column({ ...MOMENT, name: 'touched_at' }) touchedAt!: Date;
}

@Entity('tags')
export class NaiveTag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') key!: string;
  @Column('text') name!: string;
}

@Entity('lead_tags')
export class NaiveLeadTag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @PrimaryColumn('uuid', { name: 'tag_id' }) tagId!: string;
}

@Entity('deals')
export class NaiveDeal {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'pipeline_id' }) pipelineId!: string;
  @Column('uuid', { name: 'stage_id' }) stageId!: string;
  @Column('smallint') copy!: number;
  @Column({ ...MOMENT, name: 'entered_stage_at' }) enteredStageAt!: Date;
  @Column({ ...MOMENT, name: 'created_at' }) createdAt!: Date;
  @Column('uuid', { name: 'conversation_id' }) conversationId!: string;
  @Column('date', { name: 'conversation_day' }) conversationDay!: string;
  @Column('boolean', { name: 'shares_conversation' }) sharesConversation!: boolean;
}

@Entity('list_entries')
export class NaiveListEntry {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'list_id' }) listId!: string;
  @PrimaryColumn({ ...MOMENT, name: 'updated_at' }) updatedAt!: Date;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
}

@Entity('submissions')
export class NaiveSubmission {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'external_id' }) externalId!: string;
  @Column('boolean', { name: 'claims_external_id' }) claimsExternalId!: boolean;
  @Column('uuid', { name: 'conversation_id' }) conversationId!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'key_id' }) keyId!: string;
  @Column('text', { name: 'request_id' }) requestId!: string;
  @Column('text') result!: string;
  @Column({ ...MOMENT, name: 'created_at' }) createdAt!: Date;
}

@Entity('daily_submissions')
export class NaiveDay {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('integer') used!: number;
  @Column('integer') allowed!: number;
}
