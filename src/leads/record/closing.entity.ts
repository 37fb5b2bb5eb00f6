import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../database/columns';

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
