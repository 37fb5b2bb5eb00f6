import { comparisonKey } from '../../common/text';
import { type Signal, SIGNALS } from '../../contract/origin';
import type { Lead } from './lead.entity';

/**
 * How a submission fills a column, and a merge with the lead that goes: `first`, by the first value that comes; `note`, `consent`,
 * `origin` and `signal` by rules of their own (`fill-lead.ts`, `lead-merge.ts`); `derived`, from another column, so that it is not a
 * change by itself.
 */
type Fill = 'first' | 'note' | 'consent' | 'origin' | 'signal' | 'derived';

/** Every column of a lead has its line here; without one this does not compile. */
const FILLS = {
  accountId: null,
  id: null,
  conversationId: null,
  copy: null,
  phone: null,
  name: 'first',
  email: 'first',
  emailKey: 'derived',
  notes: 'note',
  consentAt: 'consent',
  consentKeyId: 'consent',
  consentRequestId: 'consent',
  origin: 'origin',
  originRule: 'derived',
  ...(Object.fromEntries(SIGNALS.map((signal) => [signal, 'signal'])) as Record<Signal, 'signal'>),
  createdAt: null,
  updatedAt: null,
  touchedAt: null,
  erasedAt: null,
} as const satisfies { [C in keyof Lead]: Fill | null };

type Column = keyof typeof FILLS;
type FilledBy<F extends Fill> = { [C in Column]: (typeof FILLS)[C] extends F ? C : never }[Column];

/** A column filled by the first value that comes. */
export type FirstColumn = FilledBy<'first'>;

/** The columns of a lead that a submission may fill. */
export type LeadValues = Readonly<Pick<Lead, FilledBy<Fill>>>;

const columnsFilled = <C extends Column>(isMeant: (fill: Fill) => boolean): C[] =>
  (Object.keys(FILLS) as C[]).filter((column) => FILLS[column] !== null && isMeant(FILLS[column]));

export const FIRST_COLUMNS: readonly FirstColumn[] = columnsFilled((fill) => fill === 'first');

/** The names of `LeadValues`. */
export const FILLED_COLUMNS: readonly (keyof LeadValues)[] = columnsFilled(() => true);

/** The values of a lead that a submission may fill. */
export const valuesOf = (lead: LeadValues): LeadValues =>
  Object.fromEntries(FILLED_COLUMNS.map((column) => [column, lead[column]])) as unknown as LeadValues;

/** An e-mail with the key that is derived from it. */
export const withEmailKey = (email: string | null): Pick<LeadValues, 'email' | 'emailKey'> => ({
  email,
  emailKey: email && comparisonKey(email),
});

/** A lead of which only the phone is known. */
export const BLANK: LeadValues = {
  ...(Object.fromEntries(FILLED_COLUMNS.map((column) => [column, null])) as unknown as LeadValues),
  notes: '',
  origin: 'untracked',
  originRule: 'no_signal',
};

const COMPARED_COLUMNS: readonly (keyof LeadValues)[] = columnsFilled((fill) => fill !== 'derived');

/** Whether these values would change the lead. */
export const differs = (lead: LeadValues, values: LeadValues): boolean =>
  COMPARED_COLUMNS.some((column) => comparable(lead[column]) !== comparable(values[column]));

const comparable = (value: string | Date | null): string | number | null =>
  value instanceof Date ? value.getTime() : value;
