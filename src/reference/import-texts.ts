import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '../common/limits';
import { one } from './owner-texts';
import type { RouteTexts } from './routes';
import { IDS, NOW } from './samples';
import { dataOf, pageOf, ref } from './shape';

const tag = 'Owner: imports';

const RUNNING = {
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

const FINISHED = { ...RUNNING, state: 'finished', pending: 0, created: 1, refused: 1, finished_at: NOW };

const REFUSED_ROW = {
  row: 3,
  result: 'refused',
  code: 'validation_error',
  fields: [{ field: 'phone', message: 'deve ser um telefone válido, com DDD ou com + e código do país' }],
};

/** The owner's routes for files of leads. */
export const IMPORT_TEXTS: RouteTexts = {
  'POST /admin/v1/imports': {
    tag,
    summary: 'Import leads from a CSV file',
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
    answers: [one(202, 'The import, which runs by itself.', 'Import', RUNNING)],
  },
  'GET /admin/v1/imports': {
    tag,
    summary: 'List imports, newest first',
    answers: [
      { status: 200, what: 'A page.', schema: pageOf(ref('Import')), example: { data: [FINISHED], next_cursor: null } },
    ],
  },
  'GET /admin/v1/imports/{id}': {
    tag,
    summary: 'See how an import stands, with a page of its report',
    description:
      'An import is kept for 30 days after its end, unless the service is set otherwise; then it is unknown.',
    answers: [
      {
        status: 200,
        what: 'The import and rows that there is something to say of.',
        schema: dataOf(ref('ImportReport'), { next_cursor: { type: ['string', 'null'] } }),
        example: { data: { ...FINISHED, reported_rows: [REFUSED_ROW] }, next_cursor: null },
      },
    ],
    errors: ['not_found'],
  },
};
