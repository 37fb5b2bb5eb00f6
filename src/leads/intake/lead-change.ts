import { v7 as uuidv7 } from 'uuid';
import { type Origin, type Signal, SIGNALS } from '../../contract/origin';
import type { DealTarget, NO_DEAL } from '../deals/deal-rules';
import type { NewDeal } from '../deals/deals.queries';
import type { NewLead, LeadState } from '../record/leads.queries';
import type { NamedTag } from '../record/tags.queries';
import {
  BLANK,
  type LeadValues,
  leadIdAt,
  differs,
  FIRST_COLUMNS,
  type FirstColumn,
  valuesOf,
  withEmailKey,
} from '../record/lead-columns';
import { laterThan } from '../record/clock';
import { originOf, isOpenOrigin } from '../record/origin';
import { tagsThatFit } from '../record/tags';
import type { Submission } from './submission';
import { noteEntry } from '../../contract/note-entry';
import { appendNote, appendRecord } from '../record/notes';

/** A tag for a lead, with the account's id and name for it, or new ones. */
interface GivenTag extends NamedTag {
  readonly isStored: boolean;
}

export type TaggedSubmission = Omit<Submission, 'tags'> & { readonly tags: readonly GivenTag[] };

export const tagged = (submission: Submission, stored: readonly NamedTag[]): TaggedSubmission => ({
  ...submission,
  tags: submission.tags.map((tag) => {
    const match = stored.find(({ key }) => key === tag.key);
    return match ? { ...match, isStored: true } : { ...tag, id: uuidv7(), isStored: false };
  }),
});

export interface LeadChange {
  readonly leadId: string;
  readonly lead: { readonly existing: LeadState } | { readonly created: NewLead };
  readonly values: LeadValues | undefined;
  readonly updatedAt: Date;
  readonly tags: readonly GivenTag[];
  readonly deal: NewDeal | undefined;
  /** The new origin, which the conversation copies; undefined when it stays. */
  readonly newOrigin: Origin | undefined;
  readonly noteFits: boolean;
  /** Where in the record the note begins; null without one. */
  readonly noteAt: number | null;
  readonly tagsFit: boolean;
}

/** Takes the conversation's name if the submission has none. */
export function newLead(
  submission: TaggedSubmission,
  context: SubmissionContext,
  conversation: NewDeal['conversation'] & { readonly name: string | null },
  target: DealTarget | typeof NO_DEAL,
): LeadChange {
  const { now } = context;
  const { phone } = submission;
  const createdAt = submission.createdAt ?? now;
  const id = leadIdAt(createdAt);
  return {
    leadId: id,
    lead: {
      created: {
        id,
        conversationId: conversation.id,
        phone: phone.digits,
        copy: 0,
        byHand: context.byHand,
        sourceId: context.sourceId,
        createdAt,
        updatedAt: now,
      },
    },
    values: newLeadValues({ ...submission, name: submission.name ?? conversation.name }, context),
    updatedAt: now,
    tags: submission.tags,
    deal: newDeal(submission, id, conversation, target, createdAt),
    newOrigin: submission.origin.origin,
    noteFits: true,
    noteAt: submission.note || submission.record ? 0 : null,
    tagsFit: true,
  };
}

/** Changes an existing lead, which has the tags `tagKeys`; without `values` when the submission adds nothing. */
export function updatedLead(
  submission: TaggedSubmission,
  context: SubmissionContext,
  conversation: NewDeal['conversation'],
  target: DealTarget | typeof NO_DEAL,
  lead: LeadState,
  tagKeys: readonly string[],
): LeadChange {
  const filled = fillLead(lead, submission, context);
  const { origin } = filled.values;
  const { fitting, allFit } = tagsThatFit(submission.sentTags, tagKeys);
  const tags = submission.tags.filter(({ key }) => fitting.some((tag) => tag.key === key));
  const deal = newDeal(submission, lead.id, conversation, target, context.now);
  const changes = filled.changed || tags.length > 0 || deal !== undefined;
  const updatedAt = changes ? laterThan(lead.updatedAt, context.now) : lead.updatedAt;
  return {
    leadId: lead.id,
    lead: { existing: lead },
    values: changes ? filled.values : undefined,
    updatedAt,
    tags,
    deal,
    newOrigin: origin === lead.origin ? undefined : origin,
    noteFits: filled.noteFits,
    noteAt: noteAt(lead.notes, filled.values.notes),
    tagsFit: allFit,
  };
}

export function lateNote(submission: Submission, context: SubmissionContext, lead: LeadState): LeadChange {
  const nothing = { ...firstOf(BLANK), consent: false, attribution: {}, origin: originOf({}) };
  const { values, noteFits } = fillLead(lead, { ...submission, ...nothing }, context);
  return {
    leadId: lead.id,
    lead: { existing: lead },
    values,
    updatedAt: laterThan(lead.updatedAt, context.now),
    tags: [],
    deal: undefined,
    newOrigin: undefined,
    noteFits,
    noteAt: noteAt(lead.notes, values.notes),
    tagsFit: true,
  };
}

/** Code units of the record before a further entry; null without one. */
const noteAt = (before: string, after: string): number | null =>
  after === before ? null : before === '' ? 0 : before.length + 1;

/** Undefined when the lead already has a deal in the pipeline. */
const newDeal = (
  submission: Pick<Submission, 'deal'>,
  leadId: string,
  conversation: NewDeal['conversation'],
  { pipelineId, stageId, closes }: DealTarget | typeof NO_DEAL,
  createdAt: Date,
): NewDeal | undefined =>
  stageId === null
    ? undefined
    : {
        id: uuidv7(),
        leadId,
        target: { pipelineId, stageId, closes },
        copy: 0,
        value: submission.deal.value,
        createdAt,
        conversation,
        byPerson: false,
      };

export interface SubmissionContext {
  /** Null for a source. */
  readonly keyId: string | null;
  readonly sourceId: string | null;
  /** The name of the key, the import or the source. */
  readonly keyName: string;
  readonly requestId: string;
  /** The sentence that was shown with the consent; null where none is known. */
  readonly consentText: string | null;
  /** Whether the owner imports it. */
  readonly byHand: boolean;
  readonly now: Date;
  /** The Brasília day of `now`. */
  readonly today: string;
}

interface Filled {
  readonly values: LeadValues;
  readonly changed: boolean;
  /** True also when there is no note. */
  readonly noteFits: boolean;
}

export const newLeadValues = (submission: Submission, context: SubmissionContext): LeadValues =>
  fillLead(BLANK, submission, context).values;

/**
 * Fills gaps in name and e-mail, appends notes, never withdraws consent; the first contact decides the origin (specification, section
 * 4, POST /leads).
 */
export function fillLead(lead: LeadValues, submission: Submission, context: SubmissionContext): Filled {
  const notes = notesAfter(lead.notes, submission, context);
  const first = firstOf(lead, submission);
  const values: LeadValues = {
    ...valuesOf(lead),
    ...first,
    ...withEmailKey(first.email),
    notes: notes ?? lead.notes,
    ...(submission.consent && !lead.consentAt && consentOf(context)),
    ...originAfter(lead, submission),
  };
  return { values, changed: differs(lead, values), noteFits: notes !== undefined };
}

/** Undefined when the note or record does not fit. */
function notesAfter(
  stored: string,
  { note, record }: Submission,
  { keyName, today }: SubmissionContext,
): string | undefined {
  const entryOf = (text: string): string => noteEntry(text, { source: 'API', name: keyName, day: today });
  if (record !== null) return appendRecord(stored, record, entryOf);
  return note ? appendNote(stored, entryOf(note)) : stored;
}

type FirstValues = Pick<LeadValues, FirstColumn>;

export const firstOf = (...sources: readonly FirstValues[]): FirstValues =>
  Object.fromEntries(
    FIRST_COLUMNS.map((column) => [
      column,
      sources.map((source) => source[column]).find((value) => value !== null) ?? null,
    ]),
  ) as unknown as FirstValues;

const consentOf = ({ now, keyId, sourceId, requestId, consentText }: SubmissionContext) => ({
  consentAt: now,
  consentKeyId: keyId,
  consentSourceId: sourceId,
  consentRequestId: requestId,
  consentText,
});

/** Applies section 2, rule 6. A call without signals leaves `direct` unchanged. */
function originAfter(lead: LeadValues, { origin, attribution }: Submission): Partial<LeadValues> {
  if (!isOpenOrigin(lead.origin)) return {};
  const signals = SIGNALS.map((signal) => [signal, lead[signal] ?? attribution[signal] ?? null]);
  return {
    ...(origin.origin !== 'untracked' && { origin: origin.origin, originRule: origin.rule }),
    ...(Object.fromEntries(signals) as Record<Signal, string | null>),
  };
}
