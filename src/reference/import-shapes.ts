import { ERRORS } from '../common/api-error';
import type { Schema } from '../common/json-schema';
import type { ImportView, ReportedRow } from '../imports/import.view';
import { COUNT, ID, listOf, MOMENT, objectOf, oneOf, orNull, ref, TEXT } from './shape';

const IMPORT_FIELDS = {
  id: ID,
  state: oneOf(['running', 'finished']),
  rows: COUNT,
  pending: COUNT,
  created: COUNT,
  updated: COUNT,
  duplicate: COUNT,
  refused: COUNT,
  erased: { ...COUNT, description: 'Rows of people who were erased while they were pending.' },
  created_at: MOMENT,
  finished_at: orNull(MOMENT),
};

/** What the owner is told of an imported file. */
export const IMPORT_SHAPES: Readonly<Record<string, Schema>> = {
  Import: objectOf<ImportView>(IMPORT_FIELDS),
  ImportReport: objectOf<ImportView & { reported_rows: 0 }>({
    ...IMPORT_FIELDS,
    reported_rows: listOf(ref('ReportedRow')),
  }),
  ReportedRow: objectOf<ReportedRow>({
    row: { ...COUNT, description: 'As in the spreadsheet: the header is row 1.' },
    result: oneOf(['created', 'updated', 'refused']),
    code: orNull(oneOf(Object.keys(ERRORS))),
    fields: listOf(objectOf<ReportedRow['fields'][number]>({ field: TEXT, message: TEXT })),
  }),
};
