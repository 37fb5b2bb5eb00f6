import { comparisonKey } from '../../common/text';
import { eachText } from '../../contract/lead-fields';
import { type Signal, SIGNALS } from '../../contract/origin';
import type { Lead } from './lead.entity';
import { v7 as uuidv7 } from 'uuid';

/**
 * How submissions and merges fill a column. `first`: the first value wins. `note`, `consent`, `origin`, `signal`: own rules
 * (`lead-change.ts`, `lead-merge.ts`). `derived`: from another column, so not a change of its own.
 */
type Fill = 'first' | 'note' | 'consent' | 'origin' | 'signal' | 'derived';

/** Names every column of a lead; a missing one does not compile. */
const FILLS = {
  accountId: null,
  id: null,
  conversationId: null,
  copy: null,
  phone: null,
  ...eachText(() => 'first' as const),
  emailKey: 'derived',
  notes: 'note',
  consentAt: 'consent',
  consentKeyId: 'consent',
  consentRequestId: 'consent',
  consentSourceId: 'consent',
  consentText: 'consent',
  origin: 'origin',
  originRule: 'derived',
  ...(Object.fromEntries(SIGNALS.map((signal) => [signal, 'signal'])) as Record<Signal, 'signal'>),
  // Computed by the statements that write the texts.
  utmDigests: null,
  responsibleId: null,
  byHand: null,
  sourceId: null,
  createdAt: null,
  updatedAt: null,
  touchedAt: null,
  contactedAt: null,
  erasedAt: null,
} as const satisfies { [C in keyof Lead]: Fill | null };

type Column = keyof typeof FILLS;
type FilledBy<F extends Fill> = { [C in Column]: (typeof FILLS)[C] extends F ? C : never }[Column];

export type FirstColumn = FilledBy<'first'>;

export type LeadValues = Readonly<Pick<Lead, FilledBy<Fill>>>;

const columnsFilled = <C extends Column>(isMeant: (fill: Fill) => boolean): C[] =>
  (Object.keys(FILLS) as C[]).filter((column) => FILLS[column] !== null && isMeant(FILLS[column]));

export const FIRST_COLUMNS: readonly FirstColumn[] = columnsFilled((fill) => fill === 'first');

export const FILLED_COLUMNS: readonly (keyof LeadValues)[] = columnsFilled(() => true);

export const valuesOf = (lead: LeadValues): LeadValues =>
  Object.fromEntries(FILLED_COLUMNS.map((column) => [column, lead[column]])) as unknown as LeadValues;

export const withEmailKey = (email: string | null): Pick<LeadValues, 'email' | 'emailKey'> => ({
  email,
  emailKey: email && comparisonKey(email),
});

export const BLANK: LeadValues = {
  ...(Object.fromEntries(FILLED_COLUMNS.map((column) => [column, null])) as unknown as LeadValues),
  notes: '',
  origin: 'untracked',
  originRule: 'no_signal',
};

const COMPARED_COLUMNS: readonly (keyof LeadValues)[] = columnsFilled((fill) => fill !== 'derived');

export const differs = (lead: LeadValues, values: LeadValues): boolean =>
  COMPARED_COLUMNS.some((column) => comparable(lead[column]) !== comparable(values[column]));

const comparable = (value: string | Date | null): string | number | null =>
  value instanceof Date ? value.getTime() : value;

/** Makes a lead id that begins with the milliseconds of `createdAt`: ids sort by creation. */
export const leadIdAt = (createdAt: Date): string => uuidv7({ msecs: createdAt.getTime() });
