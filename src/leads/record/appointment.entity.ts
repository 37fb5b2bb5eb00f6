import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  @Column('boolean')
  attended!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}
