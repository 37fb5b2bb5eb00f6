import { MAX_EMAIL, MAX_NAME } from './limits';

/** Describes an optional text of a lead, for all uses. */
interface TextDescription {
  /** Name for owners, on pages and as the header of a column. */
  readonly word: string;
  /** Code points. */
  readonly max: number;
  readonly isEmail?: true;
  /** Whether partners may erase it; the owner may erase every text. */
  readonly isErasable?: true;
  /** Whether several columns of a file may give it; otherwise one. */
  readonly isSeveral?: true;
  readonly isInTemplate?: true;
}

/**
 * Texts of a lead by field and column name, in display order; requests, answers, files and the console follow it. Other
 * fields are in `contract/lead.ts`, the filling of columns in `lead-columns.ts`.
 */
const TEXTS = {
  name: { word: 'Nome', max: MAX_NAME, isSeveral: true, isInTemplate: true },
  email: { word: 'E-mail', max: MAX_EMAIL, isEmail: true, isErasable: true, isSeveral: true, isInTemplate: true },
} as const satisfies Readonly<Record<string, TextDescription>>;

export type LeadText = keyof typeof TEXTS;

export type LeadTexts = Readonly<Record<LeadText, string | null>>;

export const LEAD_TEXTS: Readonly<Record<LeadText, TextDescription>> = TEXTS;

export const LEAD_TEXT_NAMES = Object.keys(TEXTS) as readonly LeadText[];

/** Texts except the name, which is a page's title. */
export const TEXTS_BESIDE_NAME = LEAD_TEXT_NAMES.filter((text) => text !== 'name');

export const eachText = <Value>(valueOf: (text: LeadText) => Value): Record<LeadText, Value> =>
  Object.fromEntries(LEAD_TEXT_NAMES.map((text) => [text, valueOf(text)])) as Record<LeadText, Value>;
