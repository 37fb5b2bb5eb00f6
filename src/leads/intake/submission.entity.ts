import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubmissionResult, AlsoSent } from '../../contract/submission';
import { Personal } from '../../database/columns';
import type { HeldReason, HeldState } from '../../contract/held-submission';

/** The ledger: one row for each accepted submission. */
@Entity('submissions')
export class LedgerEntry {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Personal() @Column('text', { name: 'external_id', nullable: true }) externalId!: string | null;
  @Column('boolean', { name: 'claims_external_id' }) claimsExternalId!: boolean;
  @Column('uuid', { name: 'conversation_id', nullable: true }) conversationId!: string | null;
  @Column('uuid', { name: 'lead_id', nullable: true }) leadId!: string | null;
  @Column('uuid', { name: 'key_id', nullable: true }) keyId!: string | null;
  /** The source that it came by; null for a key, or an import. */
  @Column('uuid', { name: 'source_id', nullable: true }) sourceId!: string | null;
  @Column('text', { name: 'request_id' }) requestId!: string;
  @Column('text') result!: SubmissionResult;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column('uuid', { name: 'pipeline_id', nullable: true }) pipelineId!: string | null;
  @Column('boolean', { default: false }) imported!: boolean;
  /** Where its note begins in the record of the lead; null without one. */
  @Column('smallint', { name: 'note_at', nullable: true }) noteAt!: number | null;
  /** What the lead did not take; null for nothing. */
  @Personal() @Column('json', { name: 'also_sent', nullable: true }) alsoSent!: AlsoSent | null;
  /** Keyed digest of the phone that was sent, where it was corrected since; null for any other. */
  @Personal() @Column('bytea', { name: 'phone_digest', nullable: true }) phoneDigest!: Buffer | null;
  @Column('date', { nullable: true }) day!: string | null;
}

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

@Entity('daily_submissions')
export class DailySubmissions {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('integer') used!: number;
  @Column('integer') allowed!: number;
}
