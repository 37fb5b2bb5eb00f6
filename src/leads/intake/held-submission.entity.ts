import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HeldReason, HeldState } from '../../contract/held-submission';
import { Personal } from '../../database/columns';

/** A submission that cannot be applied and waits for the owner, because its sender may not know why. */
@Entity('held_submissions')
export class HeldSubmission {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'submission_id' }) submissionId!: string;
  @Column('text') reason!: HeldReason;
  @Personal() @Column('text', { nullable: true }) phone!: string | null;
  @Personal() @Column('text', { name: 'phone_key', nullable: true }) phoneKey!: string | null;
  @Personal() @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Personal() @Column('json', { nullable: true }) body!: object | null;
  @Column('uuid', { name: 'key_id' }) keyId!: string;
  @Column('text', { name: 'key_name' }) keyName!: string;
  @Column('text', { name: 'request_id' }) requestId!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('text') state!: HeldState;
  @Column({ type: 'timestamptz', name: 'resolved_at', precision: 3, nullable: true }) resolvedAt!: Date | null;
  @Column('uuid', { name: 'lead_id', nullable: true }) leadId!: string | null;
}
