import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AssignedBy } from '../../contract/members/member';

/** A change of who is responsible for a lead. */
@Entity('lead_assignments')
export class LeadAssignment {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'from_member_id', nullable: true }) fromMemberId!: string | null;
  @Column('uuid', { name: 'to_member_id', nullable: true }) toMemberId!: string | null;
  @Column('text', { name: 'assigned_by' }) assignedBy!: AssignedBy;
  /** The member who made it, where one did. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
  @Column({ type: 'timestamptz', name: 'assigned_at', precision: 3 }) assignedAt!: Date;
}
