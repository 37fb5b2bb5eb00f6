import { SIGNALS } from '../../contract/origin';
import { firstOf } from '../intake/lead-change';
import { type LeadValues, withEmailKey } from '../record/lead-columns';
import type { LeadOfPerson } from '../record/leads.queries';
import { appendNote } from '../record/notes';
import { isOpenOrigin } from '../record/origin';

/** Returns the values of a lead after a merge. Dropped values stay in the record of the merge. */
export function mergedValues(survivor: LeadOfPerson, merged: LeadOfPerson): LeadValues {
  const first = firstOf(survivor, merged);
  return {
    ...first,
    ...withEmailKey(first.email),
    notes: merged.notes === '' ? survivor.notes : (appendNote(survivor.notes, merged.notes) ?? survivor.notes),
    ...picked(earlierConsent(survivor, merged), [
      'consentAt',
      'consentKeyId',
      'consentSourceId',
      'consentRequestId',
      'consentText',
    ]),
    ...picked(leadWithOrigin(survivor, merged), ['origin', 'originRule', ...SIGNALS]),
  };
}

/** Last entry of the history of a merged lead: the survivor's member stays, else the other's comes. Undefined when both have the same. */
export function assignmentAfterMerge(
  { responsibleId: kept }: Pick<LeadOfPerson, 'responsibleId'>,
  { responsibleId: other }: Pick<LeadOfPerson, 'responsibleId'>,
): { readonly from: string | null; readonly to: string | null } | undefined {
  if (kept === other) return undefined;
  return kept === null ? { from: null, to: other } : { from: other, to: kept };
}

/** Returns 0, the conversation's own lead, unless another lead has that number. */
export const copyAfterMerge = (survivor: LeadOfPerson, others: readonly LeadOfPerson[]): number =>
  others.some(({ copy }) => copy === 0) ? survivor.copy : 0;

/** The survivor keeps the source by which it came, and takes the other's where it has none. */
export const sourceAfterMerge = (
  { sourceId: kept }: Pick<LeadOfPerson, 'sourceId'>,
  { sourceId: other }: Pick<LeadOfPerson, 'sourceId'>,
): string | null => kept ?? other;

/** Picks the older lead, since the first contact wins, unless its origin is still open (section 2, rule 6). */
function leadWithOrigin(survivor: LeadOfPerson, merged: LeadOfPerson): LeadOfPerson {
  const [older, younger] = isOlder(survivor, merged) ? [survivor, merged] : [merged, survivor];
  return isOpenOrigin(older.origin) && !isOpenOrigin(younger.origin) ? younger : older;
}

// Stryker disable next-line EqualityOperator: two leads never have the same order.
const isOlder = (lead: LeadOfPerson, other: LeadOfPerson): boolean => orderOf(lead) < orderOf(other);

const orderOf = ({ createdAt, id }: LeadOfPerson): string => `${createdAt.toISOString()} ${id}`;

const earlierConsent = (lead: LeadOfPerson, other: LeadOfPerson): LeadOfPerson =>
  other.consentAt && (!lead.consentAt || other.consentAt < lead.consentAt) ? other : lead;

const picked = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
