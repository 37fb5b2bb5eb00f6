import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('deals')
export class Deal {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'pipeline_id' }) pipelineId!: string;
  @Column('uuid', { name: 'stage_id' }) stageId!: string;
  @Column('smallint') copy!: number;
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) value!: string | null;
  @Column({ type: 'timestamptz', name: 'entered_stage_at', precision: 3 }) enteredStageAt!: Date;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  /** The last activity, move or appointment by a person for its lead. */
  @Column({ type: 'timestamptz', name: 'handled_at', precision: 3, nullable: true }) handledAt!: Date | null;
  @Column('uuid', { name: 'conversation_id' }) conversationId!: string;
  @Column('date', { name: 'conversation_day' }) conversationDay!: string;
  @Column('boolean', { name: 'shares_conversation' }) sharesConversation!: boolean;
}
