import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the account's list of notifications. `readAt` is the mark of the owner and the operator. */
@Entity('notifications')
export class Notification {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') type!: string;
  @Column('uuid', { name: 'subject_id' }) subjectId!: string;
  @Column('text') message!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true }) readAt!: Date | null;
  @Column('uuid', { name: 'lead_id', nullable: true }) leadId!: string | null;
}
