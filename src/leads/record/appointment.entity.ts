import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../database/columns';

@Entity('appointments')
export class Appointment {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column({ type: 'timestamptz', name: 'starts_at', precision: 3 })
  startsAt!: Date;

  /** How long it lasts. */
  @Column('smallint', { default: 30 })
  minutes!: number;

  @Column('boolean')
  attended!: boolean;

  @Column('boolean', { default: false })
  missed!: boolean;

  /** Who has it; without one, the member who looks after the lead. */
  @Column('uuid', { name: 'member_id', nullable: true })
  memberId!: string | null;

  @Personal()
  @Column('text', { nullable: true })
  text!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** When it was last changed, for calendars; null: never. */
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, nullable: true })
  changedAt!: Date | null;
}
