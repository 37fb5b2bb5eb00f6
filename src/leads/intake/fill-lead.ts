import { comparisonKey } from '../../common/text';
import { noteEntry } from '../../contract/note-entry';
import { type Signal, SIGNALS } from '../../contract/origin';
import type { Attribution } from '../record/attribution';
import type { Consent, LeadState, LeadValues } from '../record/leads.queries';
import { appendNote } from '../record/notes';
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
export interface Filled {
  readonly values: LeadValues;
  readonly changed: boolean;
  /** Whether there was room for the note, or no note. */
  readonly noteFits: boolean;
}

/** The values of a lead that this submission creates. */
export function newLeadValues(submission: Submission, arrival: Arrival): LeadValues {
  const { name, email, note, consent, origin, attribution } = submission;
  return {
    name,
    email,
    emailKey: email && comparisonKey(email),
    notes: note === null ? '' : noteEntry(note, { keyName: arrival.keyName, day: arrival.today }),
    consent: consent ? consentOf(arrival) : null,
    origin,
    attribution,
  };
}

/**
 * What a submission changes on a lead that exists (specification, section 4, POST /leads): name and e-mail only where
 * there is none, notes appended, consent never taken away, the origin by the rule that the first contact wins.
 */
export function fillLead(lead: LeadState, submission: Submission, arrival: Arrival): Filled {
  const entry = submission.note && noteEntry(submission.note, { keyName: arrival.keyName, day: arrival.today });
  const appended = entry ? appendNote(lead.notes, entry) : lead.notes;
  const email = lead.email ?? submission.email;
  const values: LeadValues = {
    name: lead.name ?? submission.name,
    email,
    emailKey: email && comparisonKey(email),
    notes: appended ?? lead.notes,
    consent: consentOfLead(lead) ?? (submission.consent ? consentOf(arrival) : null),
    ...originAfter(lead, submission),
  };
  return { values, changed: differs(lead, values), noteFits: appended !== undefined };
}

const consentOf = ({ now, keyId, requestId }: Arrival): Consent => ({ at: now, keyId, requestId });

/** The consent that a lead has. */
export const consentOfLead = (lead: LeadState): Consent | null =>
  lead.consentAt && { at: lead.consentAt, keyId: lead.consentKeyId, requestId: lead.consentRequestId };

/** The signals that a lead has. */
export const attributionOf = (lead: LeadState): Attribution =>
  Object.fromEntries(SIGNALS.flatMap((signal) => (lead[signal] === null ? [] : [[signal, lead[signal]]])));

/** Section 2, rule 6. A call without any signal has no origin to give: it leaves `direct` as it is. */
function originAfter(lead: LeadState, submission: Submission): Pick<LeadValues, 'origin' | 'attribution'> {
  const stored = attributionOf(lead);
  const origin = { origin: lead.origin, rule: lead.originRule };
  if (!isOpenOrigin(lead.origin)) return { origin, attribution: stored };
  return {
    origin: submission.origin.origin === 'untracked' ? origin : submission.origin,
    attribution: { ...submission.attribution, ...stored },
  };
}

function differs(lead: LeadState, values: LeadValues): boolean {
  const isNew = (signal: Signal): boolean => (values.attribution[signal] ?? null) !== lead[signal];
  return (
    lead.name !== values.name ||
    lead.email !== values.email ||
    lead.notes !== values.notes ||
    (lead.consentAt === null && values.consent !== null) ||
    lead.origin !== values.origin.origin ||
    SIGNALS.some(isNew)
  );
}
