import type { AuditDetails } from '../contract/audit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the audit trail: never changed, and kept for half a year at least. */
@Entity('audit_entries')
export class StoredAuditEntry {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
  @Column('text', { name: 'actor_type' }) actorType!: string;
  @Column('text', { name: 'actor_id', nullable: true }) actorId!: string | null;
  @Column('text', { nullable: true }) address!: string | null;
  @Column('text') action!: string;
  @Column('text', { name: 'subject_type', nullable: true }) subjectType!: string | null;
  @Column('uuid', { name: 'subject_id', nullable: true }) subjectId!: string | null;
  /** The lead that it is about, where the subject is another thing. */
  @Column('uuid', { name: 'lead_id', nullable: true }) leadId!: string | null;
  /** Figures, ids and names of fields; never a text. */
  @Column('json', { nullable: true }) details!: AuditDetails | null;
}
