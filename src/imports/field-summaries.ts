import type { ImportPreview } from '../contract/import';
import { IMPORT_COLUMNS, type ImportColumn } from '../contract/import-columns';
import { isUnfilled } from '../leads/record/unfilled';
import type { Reading } from './reading';
import type { FileRow } from './rows/file-rows';
import { shownText } from './shown-text';

const SHOWN = 3;

interface Summary {
  readonly field: ImportColumn;
  readonly headers: string[];
  readonly values: string[];
  without: number;
}

/** Sums up what is read of each field: its columns, its first values, and the number of rows without one. */
export class FieldSummaries {
  private readonly summaries: readonly Summary[];

  constructor(private readonly reading: Reading) {
    const headersOf = (field: ImportColumn): string[] =>
      reading.columns.flatMap((column, index) =>
        column.field === field ? [shownText(reading.headers[index] ?? '')] : [],
      );
    this.summaries = IMPORT_COLUMNS.map((field) => ({
      field,
      headers: headersOf(field),
      values: [],
      without: 0,
    })).filter(({ headers }) => headers.length > 0);
  }

  add(row: FileRow): void {
    const texts = row.body ? row.dto : row.rest;
    for (const summary of this.summaries) {
      const value = this.valueOf(summary.field, texts);
      if (value === undefined) summary.without++;
      else if (summary.values.length < SHOWN) summary.values.push(shownText(value));
    }
  }

  all(): ImportPreview['fields'] {
    return this.summaries;
  }

  /** Returns the value as people read it: digits, codes, UTC moments, names of stages and members. */
  private valueOf(field: ImportColumn, row: object): string | undefined {
    const value = valueAt(field, row as Values);
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (one) => one !== undefined && one !== null && one !== '' && !isUnfilled(String(one), 'text'),
    );
    const text = texts.map((one) => this.reading.labels.get(String(one)) ?? String(one)).join(', ');
    return (field === 'phone' ? text.replace('+', '') : text) || undefined;
  }
}

type Value = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>> & {
  readonly deal?: Readonly<Record<string, Value>>;
  readonly attribution?: Readonly<Record<string, Value>>;
};

/** Returns a field of a row as POST /leads has it: signals and the deal are grouped, notes of an export are its record. */
function valueAt(field: ImportColumn, row: Values): Value | readonly Value[] {
  if (field === 'notes') return row.notes ?? row.notes_record;
  if (field.startsWith('deal.')) return row.deal?.[field.replace('deal.', '')];
  return row[field] ?? row.attribution?.[field];
}
