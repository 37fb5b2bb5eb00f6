import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MoverKind } from '../../contract/deal';
import { Personal } from '../../database/columns';

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
}
