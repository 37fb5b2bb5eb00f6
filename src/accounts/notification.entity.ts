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

/** An entry of the list of notifications that a member has read; the owner's mark is in the entry. */
@Entity('notification_reads')
export class NotificationRead {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'member_id' }) memberId!: string;
  @PrimaryColumn('uuid', { name: 'notification_id' }) notificationId!: string;
  @Column({ type: 'timestamptz', name: 'read_at', precision: 3 }) readAt!: Date;
}
