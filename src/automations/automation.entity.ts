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
