import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Run of a rule for a deal: once per stay of the deal in the stage. */
@Entity('automation_runs')
export class AutomationRun {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'automation_id' }) automationId!: string;
  @PrimaryColumn('uuid', { name: 'deal_id' }) dealId!: string;
  @PrimaryColumn({ type: 'timestamptz', name: 'entered_stage_at', precision: 3 }) enteredStageAt!: Date;
  @Column({ type: 'timestamptz', name: 'ran_at', precision: 3 }) ranAt!: Date;
}
