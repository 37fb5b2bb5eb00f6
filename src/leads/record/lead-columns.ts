import { type Signal, SIGNALS } from '../../contract/origin';
import type { Lead } from './lead.entity';

/**
 * How a submission fills a column, and a merge with the lead that goes: `first`, by the first value that comes; `note`, `consent`,
 * `origin` and `signal` by rules of their own (`fill-lead.ts`, `lead-merge.ts`); `derived`, from another column, so that it is no
 * change by itself.
 */
type Fill = 'first' | 'note' | 'consent' | 'origin' | 'signal' | 'derived';

/** What is known of a column: how it is filled, if at all, and what an erasure leaves in it; with `erased` it is personal. */
interface Trait {
  readonly fill?: Fill;
  readonly erased?: null | '';
}

const SIGNAL = { fill: 'signal', erased: null } as const;

/** Every column of a lead has its line here; without one this does not compile. */
const TRAITS = {
  accountId: {},
  id: {},
  conversationId: {},
  copy: {},
  phone: { erased: '' },
  name: { fill: 'first', erased: null },
  email: { fill: 'first', erased: null },
  emailKey: { fill: 'derived', erased: null },
  notes: { fill: 'note', erased: '' },
  consentAt: { fill: 'consent', erased: null },
  consentKeyId: { fill: 'consent', erased: null },
  consentRequestId: { fill: 'consent', erased: null },
  origin: { fill: 'origin' },
  originRule: { fill: 'derived' },
  ...(Object.fromEntries(SIGNALS.map((signal) => [signal, SIGNAL])) as Record<Signal, typeof SIGNAL>),
  createdAt: {},
  updatedAt: {},
  touchedAt: {},
  erasedAt: {},
} as const satisfies { [C in keyof Lead]: Trait };

type Column = keyof typeof TRAITS;
type FilledBy<F extends Fill> = { [C in Column]: (typeof TRAITS)[C] extends { fill: F } ? C : never }[Column];

/** A column that the first value which comes fills. */
export type FirstColumn = FilledBy<'first'>;

/** The columns of a lead that a submission may fill. */
export type LeadValues = Readonly<Pick<Lead, FilledBy<Fill>>>;

const columnsOf = <C extends Column>(has: (trait: Trait) => boolean): C[] =>
  (Object.keys(TRAITS) as C[]).filter((column) => has(TRAITS[column]));

export const FIRST_COLUMNS: readonly FirstColumn[] = columnsOf(({ fill }) => fill === 'first');

/** The names of `LeadValues`. */
export const FILLED_COLUMNS: readonly (keyof LeadValues)[] = columnsOf(({ fill }) => fill !== undefined);

/** The columns that say who somebody is, with what an erasure leaves in them. */
export const PERSONAL_COLUMNS: readonly (readonly [column: Column, erased: null | ''])[] = columnsOf<Column>(
  ({ erased }) => erased !== undefined,
).map((column) => [column, (TRAITS[column] as Trait).erased ?? null]);

/** What of a lead a submission may fill, without the rest. */
export const valuesOf = (lead: LeadValues): LeadValues =>
  Object.fromEntries(FILLED_COLUMNS.map((column) => [column, lead[column]])) as unknown as LeadValues;

/** A lead of which nothing is known but its phone. */
export const BLANK: LeadValues = {
  ...(Object.fromEntries(FILLED_COLUMNS.map((column) => [column, null])) as unknown as LeadValues),
  notes: '',
  origin: 'untracked',
  originRule: 'no_signal',
};

const COMPARED_COLUMNS: readonly (keyof LeadValues)[] = columnsOf(({ fill }) => !!fill && fill !== 'derived');

/** Whether these values would change the lead. */
export const differs = (lead: LeadValues, values: LeadValues): boolean =>
  COMPARED_COLUMNS.some((column) => comparable(lead[column]) !== comparable(values[column]));

const comparable = (value: string | Date | null): string | number | null =>
  value instanceof Date ? value.getTime() : value;
