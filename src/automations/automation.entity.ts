import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AutomationAction } from '../contract/pipeline';

/** Rule for deals that stay idle in a stage. */
@Entity('automations')
export class Automation {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'stage_id' })
  stageId!: string;

  @Column('integer', { name: 'idle_days' })
  idleDays!: number;

  @Column('text')
  action!: AutomationAction;

  /** Only with `add_tag`. */
  @Column('text', { nullable: true })
  tag!: string | null;

  /** Only with `move`. */
  @Column('uuid', { name: 'target_stage_id', nullable: true })
  targetStageId!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}

/** Run of a rule for a deal: once per stay of the deal in the stage. */
@Entity('automation_runs')
export class AutomationRun {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'automation_id' }) automationId!: string;
  @PrimaryColumn('uuid', { name: 'deal_id' }) dealId!: string;
  @PrimaryColumn({ type: 'timestamptz', name: 'entered_stage_at', precision: 3 }) enteredStageAt!: Date;
  @Column({ type: 'timestamptz', name: 'ran_at', precision: 3 }) ranAt!: Date;
}
