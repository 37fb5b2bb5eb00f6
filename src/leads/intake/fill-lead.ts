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
import { isOpenOrigin } from '../record/origin';
import type { Submission } from './submission';

/** By which key, in which request and when a submission came. */
export interface Arrival {
  readonly keyId: string;
  readonly keyName: string;
  readonly requestId: string;
  readonly now: Date;
  /** The Brasília day of `now`. */
  readonly today: string;
}

/** A lead as a submission leaves it. */
interface Filled {
  readonly values: LeadValues;
  readonly changed: boolean;
  /** Whether there was room for the note, or no note. */
  readonly noteFits: boolean;
}

/** The values of a lead that this submission creates. */
export const newLeadValues = (submission: Submission, arrival: Arrival): LeadValues =>
  fillLead(BLANK, submission, arrival).values;

/**
 * What a submission changes on a lead that exists (specification, section 4, POST /leads): name and e-mail only where
 * there is none, notes appended, consent never taken away, the origin by the rule that the first contact wins.
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

/** The record with what the submission brings for it; undefined where that does not fit. */
function notesAfter(stored: string, { note, record }: Submission, { keyName, today }: Arrival): string | undefined {
  const entryOf = (text: string): string => noteEntry(text, { source: 'API', name: keyName, day: today });
  if (record !== null) return appendRecord(stored, record, entryOf);
  return note ? appendNote(stored, entryOf(note)) : stored;
}

type FirstValues = Pick<LeadValues, FirstColumn>;

/** For each column that the first value fills: the first value among these. */
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

/** Section 2, rule 6. A call without any signal has no origin to give: it leaves `direct` as it is. */
function originAfter(lead: LeadValues, { origin, attribution }: Submission): Partial<LeadValues> {
  if (!isOpenOrigin(lead.origin)) return {};
  const signals = SIGNALS.map((signal) => [signal, lead[signal] ?? attribution[signal] ?? null]);
  return {
    ...(origin.origin !== 'untracked' && { origin: origin.origin, originRule: origin.rule }),
    ...(Object.fromEntries(signals) as Record<Signal, string | null>),
  };
}
