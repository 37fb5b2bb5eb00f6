import { comparisonKey } from '../../common/text';
import { attributionOf, consentOfLead } from '../intake/fill-lead';
import type { Consent, LeadOfPerson, LeadValues } from '../record/leads.queries';
import { appendNote } from '../record/notes';
import { isOpenOrigin } from '../record/origin';

/** What a lead has after another lead of the same person went into it. What it does not take stays in the merge's record. */
export function mergedValues(survivor: LeadOfPerson, merged: LeadOfPerson): LeadValues {
  const email = survivor.email ?? merged.email;
  const source = originSource(survivor, merged);
  return {
    name: survivor.name ?? merged.name,
    email,
    emailKey: email && comparisonKey(email),
    notes: merged.notes === '' ? survivor.notes : (appendNote(survivor.notes, merged.notes) ?? survivor.notes),
    consent: earlier(consentOfLead(survivor), consentOfLead(merged)),
    origin: { origin: source.origin, rule: source.originRule },
    attribution: attributionOf(source),
  };
}

/** The copy number of the lead that stays: 0, a conversation's own lead, unless another one has it. */
export const copyAfterMerge = (survivor: LeadOfPerson, others: readonly LeadOfPerson[]): number =>
  others.some(({ copy }) => copy === 0) ? survivor.copy : 0;

/** The first contact wins, and that is the older lead's; an origin that is still open gives way (section 2, rule 6). */
function originSource(survivor: LeadOfPerson, merged: LeadOfPerson): LeadOfPerson {
  const [older, younger] = isOlder(survivor, merged) ? [survivor, merged] : [merged, survivor];
  return isOpenOrigin(older.origin) && !isOpenOrigin(younger.origin) ? younger : older;
}

const isOlder = (lead: LeadOfPerson, other: LeadOfPerson): boolean =>
  lead.createdAt.getTime() === other.createdAt.getTime() ? lead.id < other.id : lead.createdAt < other.createdAt;

const earlier = (consent: Consent | null, other: Consent | null): Consent | null =>
  consent && other ? (other.at < consent.at ? other : consent) : (consent ?? other);
