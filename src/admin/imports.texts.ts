import { pagedOf } from '../contract/envelope';
import { IDS, NOW } from '../contract/examples';
import { IMPORT, IMPORT_REPORT, type ImportView, type ReportedRow } from '../contract/import';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '../contract/limits';
import { answer, one, page, type RouteTexts, tagged } from '../contract/route-text';

const RUNNING: ImportView = {
  id: IDS.import,
  state: 'running',
  rows: 2,
  pending: 2,
  created: 0,
  updated: 0,
  duplicate: 0,
  refused: 0,
  erased: 0,
  created_at: NOW,
  finished_at: null,
};

const FINISHED: ImportView = { ...RUNNING, state: 'finished', pending: 0, created: 1, refused: 1, finished_at: NOW };

const REFUSED_ROW: ReportedRow = {
  row: 3,
  result: 'refused',
  code: 'validation_error',
  fields: [{ field: 'phone', message: 'deve ser um telefone válido, com DDD ou com + e código do país' }],
};

const route = tagged('Owner: imports');

/** Files of leads. */
export const IMPORTS_TEXTS: RouteTexts = {
  'POST /admin/v1/imports': route('Import leads from a CSV file', {
    description:
      `The file itself is the body: at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB and ${MAX_IMPORT_ROWS} rows, its columns named after ` +
      'the fields of POST /leads. Each row follows the rules of that route; the same file again creates nothing twice.',
    rules: [
      { fields: ['Content-Type', 'Content-Encoding'], rule: 'The file is sent as `text/csv`, not compressed.' },
      {
        fields: ['body', '*'],
        rule: 'The file is well-formed, with a header of known columns, each once, `phone` among them.',
      },
    ],
    upload: { type: 'text/csv', example: 'phone,name,tags\n(11) 98765-4321,Maria Silva,Site\n123,João,\n' },
    answers: [one(202, 'The import, which runs in the background.', IMPORT, RUNNING)],
  }),
  'GET /admin/v1/imports': route('List imports, newest first', {
    answers: [page(IMPORT, FINISHED)],
  }),
  'GET /admin/v1/imports/{id}': route('Read the state of an import, with a page of its report', {
    description:
      'An import is kept for 30 days after its end, unless the service is configured otherwise; after that it is 404.',
    answers: [
      answer(200, 'The import, and the rows with a result worth reporting.', pagedOf(IMPORT_REPORT), {
        data: { ...FINISHED, reported_rows: [REFUSED_ROW] },
        next_cursor: null,
      }),
    ],
    errors: ['not_found'],
  }),
};
