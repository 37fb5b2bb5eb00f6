import { noteEntry } from '../../contract/note-entry';
import { type Signal, SIGNALS } from '../../contract/origin';
import {
  BLANK,
  differs,
  FIRST_COLUMNS,
  type FirstColumn,
  type LeadValues,
  valuesOf,
  withEmailKey,
} from '../record/lead-columns';
import { appendNote, appendRecord } from '../record/notes';
import { isOpenOrigin } from '../record/origin/origin';
import type { Submission } from './submission';

export interface Arrival {
  readonly keyId: string;
  readonly keyName: string;
  readonly requestId: string;
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

export const newLeadValues = (submission: Submission, arrival: Arrival): LeadValues =>
  fillLead(BLANK, submission, arrival).values;

/**
 * Fills gaps in name and e-mail, appends notes, never withdraws consent; the first contact decides the origin (specification, section
 * 4, POST /leads).
 */
export function fillLead(lead: LeadValues, submission: Submission, arrival: Arrival): Filled {
  const notes = notesAfter(lead.notes, submission, arrival);
  const first = firstOf(lead, submission);
  const values: LeadValues = {
    ...valuesOf(lead),
    ...first,
    ...withEmailKey(first.email),
    notes: notes ?? lead.notes,
    ...(submission.consent && !lead.consentAt && consentOf(arrival)),
    ...originAfter(lead, submission),
  };
  return { values, changed: differs(lead, values), noteFits: notes !== undefined };
}

/** Undefined when the note or record does not fit. */
function notesAfter(stored: string, { note, record }: Submission, { keyName, today }: Arrival): string | undefined {
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

const consentOf = ({ now, keyId, requestId }: Arrival) => ({
  consentAt: now,
  consentKeyId: keyId,
  consentRequestId: requestId,
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
