import { IMPORT_COLUMN_WORDS, type ImportColumn } from '../../../src/contract/import-columns';

const COLUMNS: readonly ImportColumn[] = [
  'phone',
  'name',
  'email',
  'tags',
  'notes',
  'origin',
  'created_at',
  'deal.stage_id',
  'deal.value',
];

/** A file to fill in, as spreadsheets in Brazil open it: with a mark for UTF-8, and semicolons. */
export const TEMPLATE = `\uFEFF${COLUMNS.map((column) => IMPORT_COLUMN_WORDS[column]).join(';')}\r\n`;
