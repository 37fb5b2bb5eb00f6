import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the list of notifications that a member has read; the owner's mark is in the entry. */
@Entity('notification_reads')
export class NotificationRead {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'member_id' }) memberId!: string;
  @PrimaryColumn('uuid', { name: 'notification_id' }) notificationId!: string;
  @Column({ type: 'timestamptz', name: 'read_at', precision: 3 }) readAt!: Date;
}
