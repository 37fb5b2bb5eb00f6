import { ApiError } from '../common/api-error';
import type { FieldError } from '../contract/error';
import { MAX_FIELD_ERRORS } from '../contract/limits';
import { SIGNALS } from '../contract/origin';
import type { AttributionDto, DealDto, SubmitLeadDto } from '../leads/intake/submit-lead.dto';

type LeadColumns = { [Field in Exclude<keyof SubmitLeadDto, 'attribution' | 'deal'>]-?: Field };
type DealColumns = { [Field in keyof DealDto]-?: `deal.${Field}` };

/** The columns of the fields of POST /leads. A field that is missing here does not compile. */
const FIELDS: readonly string[] = Object.values({
  phone: 'phone',
  name: 'name',
  email: 'email',
  notes: 'notes',
  tags: 'tags',
  external_id: 'external_id',
  consent: 'consent',
} satisfies LeadColumns);
const DEAL = 'deal.';
const DEAL_FIELDS = Object.values({
  pipeline_id: 'deal.pipeline_id',
  stage_id: 'deal.stage_id',
  value: 'deal.value',
} satisfies DealColumns);
/** A signal that the body of POST /leads does not have does not compile. */
const SIGNAL_FIELDS: readonly (keyof AttributionDto)[] = SIGNALS;
const COLUMNS: readonly string[] = [...FIELDS, ...SIGNAL_FIELDS, ...DEAL_FIELDS];

/** `verdadeiro` and `falso` are what Excel writes in Brazil. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, verdadeiro: true, false: false, falso: false };
/** Cents after a comma or a point. Not three digits: `1.234` can mean one thousand or one. */
const REAIS = /^\d+([.,]\d{1,2})?$/;

/** The columns of a file, in its order: fields of POST /leads. Throws one 422 that names every bad column. */
export function readColumns(header: readonly string[]): string[] {
  const columns = header.map((name) => name.trim().toLowerCase());
  // Spreadsheets write empty cells after the last column.
  while (columns.at(-1) === '') columns.pop();
  const seen = new Set<string>();
  const bad: FieldError[] = [];
  for (const field of columns) {
    if (bad.length === MAX_FIELD_ERRORS) break;
    if (!COLUMNS.includes(field)) bad.push({ field, message: 'coluna desconhecida' });
    else if (seen.has(field)) bad.push({ field, message: 'coluna repetida' });
    seen.add(field);
  }
  if (!columns.includes('phone')) bad.push({ field: 'phone', message: 'falta esta coluna' });
  if (bad.length > 0) throw ApiError.invalid(bad.slice(0, MAX_FIELD_ERRORS));
  return columns;
}

/**
 * The row as a body of POST /leads, before validation. A cell that cannot be read as its type stays a text, and the
 * validation refuses it. An empty cell is an absent field. Undefined for a row with more cells than columns.
 */
export function bodyOf(
  columns: readonly string[],
  cells: readonly string[],
  defaultExternalId: string,
): Record<string, unknown> | undefined {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [{ column: columns[index], cell }]));
  const body: Record<string, unknown> = { external_id: defaultExternalId };
  const attribution: Record<string, unknown> = {};
  const deal: Record<string, unknown> = {};
  for (const { column, cell } of filled) {
    if (column === undefined) return undefined;
    if (column.startsWith(DEAL)) deal[column.slice(DEAL.length)] = column.endsWith('value') ? reais(cell) : cell.trim();
    else if (!FIELDS.includes(column)) attribution[column] = cell;
    else if (column === 'tags') body.tags = cell.split(/[;|]/).filter((tag) => tag.trim() !== '');
    else if (column === 'consent') body.consent = BOOLEANS[cell.trim().toLowerCase()] ?? cell;
    else body[column] = column === 'phone' ? cell.trim() : cell;
  }
  if (Object.keys(attribution).length > 0) body.attribution = attribution;
  if (Object.keys(deal).length > 0) body.deal = deal;
  return body;
}

const reais = (cell: string): number | string => {
  const text = cell.trim();
  return REAIS.test(text) ? Number(text.replace(',', '.')) : text;
};

/** The column of a field of the body. */
export const columnOf = (field: string): string => field.replace(/^attribution\./, '');
