import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ActivityType } from '../../contract/day/activity';
import { Personal } from '../../database/columns';

/** A call, message, visit, note or task of a lead. */
@Entity('activities')
export class Activity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('text') type!: ActivityType;
  @Personal() @Column('text', { nullable: true }) text!: string | null;
  /** Whether the call, message or visit reached the person. */
  @Column('boolean', { nullable: true }) reached!: boolean | null;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  /** Of tasks. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true }) dueAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'done_at', precision: 3, nullable: true }) doneAt!: Date | null;
  /** The author; null: the back office. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
}
