import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeadText } from '../../contract/lead-fields';
import type { Origin, OriginRule, Signal } from '../../contract/origin';
import { Personal } from '../../database/columns';
import type { AssignedBy } from '../../contract/members/member';

const MOMENT = { type: 'timestamptz', precision: 3 } as const;
const OPTIONAL_TEXT = { type: 'text', nullable: true } as const;

/** A lead. `lead-columns.ts` says how a submission fills each column. */
@Entity('leads')
export class Lead implements Record<Signal | LeadText, string | null> {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'conversation_id' }) conversationId!: string;
  /** 0 for the conversation's own lead, 1, 2 … for leads that staff added. */
  @Column('smallint') copy!: number;

  /** Digits with country code; empty after an erasure. */
  @Personal('') @Column('text') phone!: string;
  @Personal() @Column(OPTIONAL_TEXT) name!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) email!: string | null;
  /** The comparison key of the e-mail. */
  @Personal() @Column({ ...OPTIONAL_TEXT, name: 'email_key' }) emailKey!: string | null;
  @Personal('') @Column('text', { default: '' }) notes!: string;

  @Personal() @Column({ ...MOMENT, name: 'consent_at', nullable: true }) consentAt!: Date | null;
  @Personal() @Column('uuid', { name: 'consent_key_id', nullable: true }) consentKeyId!: string | null;
  @Personal() @Column({ ...OPTIONAL_TEXT, name: 'consent_request_id' }) consentRequestId!: string | null;
  /** The source that recorded it, in place of a key. */
  @Personal() @Column('uuid', { name: 'consent_source_id', nullable: true }) consentSourceId!: string | null;
  /** The sentence that was shown with it. */
  @Personal() @Column({ ...OPTIONAL_TEXT, name: 'consent_text' }) consentText!: string | null;

  @Column('text') origin!: Origin;
  @Column('text', { name: 'origin_rule' }) originRule!: OriginRule;
  @Personal() @Column(OPTIONAL_TEXT) utm_source!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) utm_medium!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) utm_campaign!: string | null;
  /** `digests.ts` says which texts it is about. */
  @Personal() @Column('text', { name: 'utm_digests', array: true, nullable: true }) utmDigests!: string[] | null;
  @Personal() @Column(OPTIONAL_TEXT) utm_content!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) utm_term!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) fbclid!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) fbc!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) gclid!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) gbraid!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) wbraid!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) gad_source!: string | null;
  @Personal() @Column(OPTIONAL_TEXT) referrer!: string | null;

  /** The member who looks after it. */
  @Column('uuid', { name: 'responsible_id', nullable: true }) responsibleId!: string | null;
  /** Whether staff or an import made it, so that no rota serves it. */
  @Column('boolean', { name: 'by_hand', default: false }) byHand!: boolean;

  /** The source by which it first came; null for a lead that came another way. */
  @Column('uuid', { name: 'source_id', nullable: true }) sourceId!: string | null;

  @Column({ ...MOMENT, name: 'created_at' }) createdAt!: Date;
  /** Advances with each change of the lead, its tags and deals. */
  @Column({ ...MOMENT, name: 'updated_at' }) updatedAt!: Date;
  /** The last change not made by an automation. */
  @Column({ ...MOMENT, name: 'touched_at' }) touchedAt!: Date;
  /** The first activity, move or appointment by a person. */
  @Column({ ...MOMENT, name: 'contacted_at', nullable: true }) contactedAt!: Date | null;
  @Column({ ...MOMENT, name: 'erased_at', nullable: true }) erasedAt!: Date | null;
}

/** The position of a lead in a list: all leads, a pipeline, a stage, a tag, or the gone leads. */
@Entity('list_entries')
export class ListEntry {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'list_id' }) listId!: string;
  @PrimaryColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
}

/** A search word of a lead (`search-words.ts`); an erasure deletes it. */
@Entity('lead_words')
export class LeadWord {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @Personal('') @PrimaryColumn('text') word!: string;
}

@Entity('lead_merges')
export class LeadMerge {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'merged_lead_id' }) mergedLeadId!: string;
  @Personal() @Column('json', { name: 'merged_lead', nullable: true }) mergedLead!: object | null;
  @Column({ type: 'timestamptz', name: 'merged_at', precision: 3 }) mergedAt!: Date;
  @Column({ type: 'timestamptz', name: 'merged_created_at', precision: 3 }) mergedCreatedAt!: Date;
  @Column({ type: 'timestamptz', name: 'merged_updated_at', precision: 3 }) mergedUpdatedAt!: Date;
}

/** A change of who is responsible for a lead. */
@Entity('lead_assignments')
export class LeadAssignment {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'lead_id' }) leadId!: string;
  @Column('uuid', { name: 'from_member_id', nullable: true }) fromMemberId!: string | null;
  @Column('uuid', { name: 'to_member_id', nullable: true }) toMemberId!: string | null;
  @Column('text', { name: 'assigned_by' }) assignedBy!: AssignedBy;
  /** The member who made it, where one did. */
  @Column('uuid', { name: 'member_id', nullable: true }) memberId!: string | null;
  @Column({ type: 'timestamptz', name: 'assigned_at', precision: 3 }) assignedAt!: Date;
}

@Entity('tags')
export class Tag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') key!: string;
  @Column('text') name!: string;
}

@Entity('lead_tags')
export class LeadTag {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('uuid', { name: 'lead_id' }) leadId!: string;
  @PrimaryColumn('uuid', { name: 'tag_id' }) tagId!: string;
}
