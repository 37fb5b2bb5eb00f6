import { ApiError } from '../../common/api-error';
import { InputPipe } from '../../common/input/input.pipe';
import type { FieldError } from '../../contract/error';
import { MAX_FIELD_ERRORS } from '../../contract/limits';
import { ImportedRowDto } from './import-row.dto';
import { reported } from './row-reasons';

const validation = new InputPipe();

interface LenientRow {
  readonly body: object;
  readonly dto: ImportedRowDto;
  readonly leftOut: readonly FieldError[];
}

/** Validates a row, leaving out unreadable fields: a person is worth more than a date. Throws for a bad phone. */
export function lenientRow(body: Readonly<Record<string, unknown>>): LenientRow {
  try {
    return { body, dto: validated(body), leftOut: [] };
  } catch (error) {
    const bad = error instanceof ApiError && error.details?.fields;
    // Without its phone the row would be refused for a missing one, which says less.
    if (!bad || bad.some(({ field }) => field === 'phone')) throw error;
    const rest = withoutFields(body, new Set(bad.map(({ field }) => field)));
    // A refusal names a limited number of fields; more of a hundred tags may be bad.
    const read = bad.length < MAX_FIELD_ERRORS ? { body: rest, dto: validated(rest), leftOut: [] } : lenientRow(rest);
    return { ...read, leftOut: [...bad.map(leftOutOf), ...read.leftOut] };
  }
}

const validated = (body: object): ImportedRowDto =>
  validation.transform(body, { type: 'body', metatype: ImportedRowDto }) as ImportedRowDto;

const leftOutOf = (error: FieldError): FieldError => {
  const { field, message } = reported(error);
  return { field, message: `${message}; ficou de fora` };
};

/** Copies without the fields at these paths, such as `email`, `tags.0` and `deal.value`, and without emptied objects. */
function withoutFields(
  value: Readonly<Record<string, unknown>>,
  paths: ReadonlySet<string>,
  path = '',
): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    const field = path + key;
    if (paths.has(field)) return [];
    if (Array.isArray(child)) return [[key, child.filter((_, index) => !paths.has(`${field}.${index}`))]];
    if (!isObject(child)) return [[key, child]];
    const rest = withoutFields(child, paths, `${field}.`);
    return Object.keys(rest).length > 0 ? [[key, rest]] : [];
  });
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
