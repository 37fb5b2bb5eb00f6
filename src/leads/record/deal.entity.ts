import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../database/columns';
import type { ClosingFigures, MoverKind } from '../../contract/deal';

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
  /** Whether a member or the back office made it. */
  @Column('boolean', { name: 'by_person', default: false }) byPerson!: boolean;
}

@Entity('stage_moves')
export class StageMove {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'deal_id' }) dealId!: string;
  @Column('uuid', { name: 'from_stage_id' }) fromStageId!: string;
  @Column('uuid', { name: 'to_stage_id' }) toStageId!: string;
  @Column('text', { name: 'moved_by' }) movedBy!: MoverKind;
  @Column('uuid', { name: 'key_id', nullable: true }) keyId!: string | null;
  /** The member who moved it, where one did. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
  @Column({ type: 'timestamptz', name: 'moved_at', precision: 3 }) movedAt!: Date;
  /** Why the deal was lost, in the owner's words. */
  @Personal() @Column('text', { nullable: true }) reason!: string | null;
  /** What the move left; null for moves of earlier releases. */
  @Personal() @Column('json', { name: 'left_stay', nullable: true }) leftStay!: LeftStay | null;
}

/** A deal's stay in a stage, as the move that ended it keeps it. */
export interface LeftStay {
  readonly entered_at: string;
  /** Why the deal had been lost there. */
  readonly reason: string | null;
  /** How the deal had ended there; null where it had not. */
  readonly closing: {
    readonly is_won: boolean;
    /** Reais. */
    readonly value: number | null;
    readonly closed_at: string;
    readonly member_id: string | null;
  } | null;
}

/** How a deal ended: one row while it is in a won or lost stage. Stays for the sums when the person is erased. */
@Entity('closings')
export class Closing {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'deal_id' }) dealId!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'stage_id' }) stageId!: string;
  @Column('boolean', { name: 'is_won' }) isWon!: boolean;
  /** Reais; of a won deal, where known. */
  @Column('numeric', { precision: 14, scale: 2, nullable: true }) value!: string | null;
  /** Why the deal was lost, in the words of who lost it. */
  @Personal() @Column('text', { nullable: true }) reason!: string | null;
  /** When the deal was made. */
  @Column({ type: 'timestamptz', name: 'opened_at', precision: 3 }) openedAt!: Date;
  @Column({ type: 'timestamptz', name: 'closed_at', precision: 3 }) closedAt!: Date;
  /** Who was responsible for the lead then. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
}

/** A change of a deal's expected value, or of how it ended: figures before and after, and who made it. */
@Entity('deal_changes')
export class DealChange {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'deal_id' }) dealId!: string;
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 }) changedAt!: Date;
  @Column('text') field!: 'value' | 'closing';
  /** Reais, or how the deal had ended; null: none. */
  @Column('json', { nullable: true }) before!: number | ClosingFigures | null;
  @Column('json', { nullable: true }) after!: number | ClosingFigures | null;
  /** Why the deal had been lost. */
  @Personal() @Column('text', { name: 'before_reason', nullable: true }) beforeReason!: string | null;
  @Personal() @Column('text', { name: 'after_reason', nullable: true }) afterReason!: string | null;
  @Column('text', { name: 'changed_by' }) changedBy!: MoverKind;
  @Column('uuid', { name: 'key_id', nullable: true }) keyId!: string | null;
  /** The member who made it, where one did. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
}
