import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Leads of a former member that a job gives to another one, or to nobody. */
@Entity('hand_overs')
export class HandOver {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'from_member_id' }) fromMemberId!: string;
  @Column('uuid', { name: 'to_member_id', nullable: true }) toMemberId!: string | null;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
}
