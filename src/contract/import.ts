import { ERROR_CODES, FIELD_ERROR } from './error';
import { COUNT, ID, listOf, MOMENT, named, object, type Of, oneOf, orNull, told } from './shape';
import { APPLIED_RESULTS } from './submission';

/** The states of an import. */
const IMPORT_STATES = ['running', 'finished'] as const;

/** The results of a row that are worth reporting. */
const REPORTED_RESULTS = [...APPLIED_RESULTS, 'refused'] as const;
export type ReportedResult = (typeof REPORTED_RESULTS)[number];

/** The counts add up to `rows`. */
const IMPORT_FIELDS = {
  id: ID,
  state: oneOf(IMPORT_STATES),
  rows: COUNT,
  pending: COUNT,
  created: COUNT,
  updated: COUNT,
  duplicate: COUNT,
  refused: COUNT,
  erased: told(COUNT, 'Rows of people who were erased while they were pending.'),
  created_at: MOMENT,
  finished_at: orNull(MOMENT),
};

export const IMPORT = named('Import', object(IMPORT_FIELDS));
export type ImportView = Of<typeof IMPORT>;

/** A row with a result worth reporting: why it was refused, or what was left out. Columns and reasons, never values. */
export const REPORTED_ROW = named(
  'ReportedRow',
  object({
    row: told(COUNT, 'As in the spreadsheet: the header is row 1.'),
    result: oneOf(REPORTED_RESULTS),
    code: orNull(oneOf(ERROR_CODES)),
    fields: listOf(FIELD_ERROR),
  }),
);
export type ReportedRow = Of<typeof REPORTED_ROW>;

/** An import with a page of its report. */
export const IMPORT_REPORT = named('ImportReport', object({ ...IMPORT_FIELDS, reported_rows: listOf(REPORTED_ROW) }));
export type ImportReport = Of<typeof IMPORT_REPORT>;
