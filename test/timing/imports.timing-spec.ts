import type { ImportView } from '../../src/contract/import';
import { IMPORT_COLUMNS } from '../../src/contract/import-columns';
import { MAX_IMPORT_BYTES, MAX_IMPORT_CELL, MAX_IMPORT_ROWS } from '../../src/contract/limits';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { until } from '../fault/support/processes';
import { drained } from '../support/drained';
import { CSV } from '../support/import-calls';
import { forAllTests } from '../support/setup';
import { type Held, heldOf, withHeldLoop } from './support/held-loop';
import { Target } from './support/target';

/** Limit in milliseconds of work: each call must hold the loop for less. */
const MOST_MS = 200;

const target = forAllTests(() => Target.start());
const service = forAllTests(() => withHeldLoop(target));

const list = (cell: string, times: number): string => Array<string>(times).fill(cell).join();
/** Builds a file with as many of these rows as the limits allow. */
const full = (header: string, row: string): Buffer => {
  const rows = Math.min(
    MAX_IMPORT_ROWS,
    Math.floor((MAX_IMPORT_BYTES - header.length - 1) / (Buffer.byteLength(row) + 1)),
  );
  return Buffer.from(`${header}\n${`${row}\n`.repeat(rows)}`);
};
const HEADER = IMPORT_COLUMNS.join();
const long = 'x'.repeat(MAX_IMPORT_CELL);

/** Files whose rows are all refused, so that the file of refused rows is as long as possible. */
const FILES: readonly (readonly [string, Buffer, string?])[] = [
  [
    'rows and columns',
    full(`tel${',x'.repeat(199)}`, `1${',ab'.repeat(31)}${','.repeat(168)}`),
    `phone${','.repeat(199)}`,
  ],
  ['bad values', full(HEADER, list('12345678\u0001', IMPORT_COLUMNS.length))],
  [
    'Windows-1252',
    Buffer.from(
      full('tel,nome', `1,${'?'.repeat(255)}`)
        .toString()
        .replaceAll('?', '\x80'),
      'latin1',
    ),
  ],
  ['long cells', full(HEADER, list(long, IMPORT_COLUMNS.length))],
  ['long rows', full(`tel${',x'.repeat(199)}`, `1,${list(long, 199)}`), `phone${','.repeat(199)}`],
  ['marks', full('tel,origem,lgpd,funil,etapa', `1,${list('a\u0301\u0316'.repeat(3_333), 4)}`)],
  ['control characters', full('tel,nome,obs', `1,${list('\u0001'.repeat(MAX_IMPORT_CELL), 2)}`)],
  ['quotes', full('tel,nome', `1,"${'""'.repeat(125)}"`)],
];

/** Files that are refused. */
const REFUSED: readonly (readonly [string, Buffer])[] = [
  ['columns', Buffer.from(`tel,${'x,'.repeat(2_600_000)}`)],
  ['columns of one name', Buffer.from('tel,'.repeat(1_300_000))],
  ['a cell', Buffer.from(`tel\n"${'x'.repeat(5_000_000)}"\n`)],
  ['empty lines', Buffer.from(`tel\n1\n${'\n'.repeat(5_000_000)}2\n`)],
  ['empty lines at the end', Buffer.from(`tel,nome\n${',\n'.repeat(2_600_000)}`)],
];

it(`no call with a file of the largest size holds the loop for ${MOST_MS} ms`, async () => {
  const account = await target.account();
  const stages = Array.from({ length: 48 }, (_, n) => ({ name: `Etapa ${n}` }));
  const ends = [
    { name: 'Novo', is_entry: true },
    { name: 'Ganho', is_won: true },
  ];
  for (let n = 0; n < 10; n++)
    await account.owner.post('/pipelines', { name: `Funil ${n}`, stages: [...ends, ...stages] });
  const headers = { ...CSV, 'X-Account-Id': account.id, Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const found: ({ file: string; call: string; kB: number; answerKB: number; status: number } & Held)[] = [];
  const measured = async (file: string, call: string, path: string, body: Buffer): Promise<void> => {
    await heldOf(service);
    const { status, bytes } = await drained(`${service.url}/admin/v1/imports${path}`, {
      method: 'POST',
      headers,
      body,
    });
    const kB = (size: number): number => Math.round(size / 1_024);
    found.push({ file, call, kB: kB(body.length), answerKB: kB(bytes), status, ...(await heldOf(service)) });
  };
  for (const [file, body, fields] of FILES) {
    const query = fields ? `?mapping=${fields}` : '';
    await measured(file, 'preview', `/preview${query}`, body);
    await measured(file, 'import', query, body);
    const newest = async (): Promise<ImportView | undefined> =>
      (await account.owner.get<ImportView[]>('/imports?limit=1')).data[0];
    await until('the end of the import', 120_000, async () => (await newest())?.state === 'finished');
    found.push({ file, call: 'job', kB: 0, answerKB: 0, status: 0, ...(await heldOf(service)) });
    await measured(file, 'refused.csv', `/${(await newest())?.id}/refused.csv`, body);
  }
  for (const [file, body] of REFUSED) {
    await measured(file, 'preview', '/preview', body);
    await measured(file, 'import', '', body);
  }
  console.table(found);
  expect(found.filter(({ workMs }) => workMs >= MOST_MS)).toEqual([]);
  expect(found.filter(({ status }) => ![0, 200, 202, 422].includes(status))).toEqual([]);
});
