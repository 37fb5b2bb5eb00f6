import { comparisonKey } from '../../common/text';
import type { AlsoSent } from '../../contract/submission';
import { LEAD_TEXT_NAMES, LEAD_TEXTS } from '../../contract/lead-fields';
import type { LeadRelations } from '../record/leads.queries';
import type { LeadChange } from './lead-change';
import type { Submission } from './submission';

const SIGNALS_KEPT = ['utm_campaign', 'utm_source', 'utm_medium'] as const;

/** Where the submission's deal belongs, and the deals that the lead had before, oldest first. */
interface Before {
  readonly pipelineId: string | null;
  readonly deals: LeadRelations['deals'];
}

/**
 * Finds what a submission has and its lead has otherwise after the change, because the first contact wins; null for nothing. Names and
 * signals are compared as written, e-mails by their key. The newest deal of the pipeline gives the value to compare.
 */
export function alsoSent(
  submission: Omit<Submission, 'tags'>,
  { lead: changed, values, deal }: Pick<LeadChange, 'lead' | 'values' | 'deal'>,
  { pipelineId, deals }: Before,
): AlsoSent | null {
  const lead = { ...('existing' in changed && changed.existing), ...values };
  const { attribution } = submission;
  const value = submission.deal.value === null || deal ? null : toCents(submission.deal.value);
  const compared: readonly (readonly [keyof AlsoSent, sent: Value, kept: Value])[] = [
    ...LEAD_TEXT_NAMES.map((text) => [text, submission[text], lead[text]] as const),
    ...SIGNALS_KEPT.map((signal) => [signal, attribution[signal], lead[signal]] as const),
    ['value', value, deals.findLast((one) => one.pipelineId === pipelineId)?.value],
  ];
  const others = compared.filter(
    ([field, sent, kept]) => (sent ?? null) !== null && keyOf(field, sent) !== keyOf(field, kept),
  );
  return others.length > 0 ? Object.fromEntries(others.map(([field, sent]) => [field, sent])) : null;
}

type Value = string | number | null | undefined;

const EMAILS: readonly string[] = LEAD_TEXT_NAMES.filter((text) => LEAD_TEXTS[text].isEmail);

const keyOf = (field: string, value: Value): Value =>
  typeof value === 'string' && EMAILS.includes(field) ? comparisonKey(value) : value;

const CENTS = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });

/** Rounds as the database does: half away from zero, by the decimal digits. */
const toCents = (reais: number): number => Number(CENTS.format(`${reais}`));
