import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailKind } from '../../contract/mail';

/** A mail that is pending, sent, or given up. */
@Entity('outbox')
export class OutboxMail {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: MailKind;
  @Column('text') recipient!: string;
  @Column('jsonb') params!: object;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3 }) nextAttemptAt!: Date;
  @Column('text', { name: 'last_error', nullable: true }) lastError!: string | null;
  /** When the operator retried it. */
  @Column({ type: 'timestamptz', name: 'retried_at', precision: 3, nullable: true }) retriedAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true }) sentAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'dead_at', precision: 3, nullable: true }) deadAt!: Date | null;
}
