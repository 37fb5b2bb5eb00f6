import { readdirSync, readFileSync } from 'node:fs';
import { formPage } from '../../console/pages/start/form-page';
import { newApiKey } from '../../src/auth/keys/api-key';
import { Config } from '../../src/config/config';
import {
  DEFAULT_LIMITS,
  LINK_MINUTES,
  MAX_ACTIVE_KEYS,
  MAX_BODY_BYTES,
  MAX_EMAIL,
  MAX_EXTERNAL_ID,
  MAX_FIELD_ERRORS,
  MAX_HEAVY_CALLS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CELL,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_LINES,
  MAX_IMPORT_ROWS,
  MAX_NAME,
  MAX_NOTE,
  MAX_NOTES_RECORD,
  MAX_TAG,
  MAX_TAGS_PER_CALL,
  MAX_TAGS_PER_LEAD,
  SESSION_HOURS,
  SESSION_IDLE_HOURS,
} from '../../src/contract/limits';
import { buildDocument } from '../support/document';
import { spoken } from '../support/doc-page';

const read = (file: string): string => readFileSync(file, 'utf8');

/** Finds figures in the source of a program or a page. */
function figureOf(text: string, place: RegExp): string[] {
  const found = place.exec(text)?.slice(1);
  if (!found) throw new Error(`nothing like ${String(place)}`);
  return found;
}

const MB = 1024 * 1024;
const form = formPage('https://entrada.test');
const [sent, refused, kept] = figureOf(
  read('docs/quick-start/send-lead.mjs'),
  /\[SENT, REFUSED, KEPT\] = \[(\d+), (\d+), (\d+)\]/,
);
const [overlap] = figureOf(read('docs/quick-start/sync-leads.mjs'), /OVERLAP_MS = (\d+) \* 60_000/);
const [days] = figureOf(form, /var DIAS = (\d+);/);
const [digits] = figureOf(form, /\/\^form-\[0-9a-f\]\{(\d+)\}/);
const [every] = figureOf(read('docs/quick-start/planilha.gs'), /everyMinutes\((\d+)\)/);
const [node] = figureOf(read('package.json'), /"node": "\^(\d+)\./);
const [php] = figureOf(read('docs/quick-start/send-lead.php'), /Needs PHP (\S+) or newer/);
const [hint] = figureOf(read('console/pages/keys/show-secret.tsx'), /só os (\d+) últimos caracteres/);
const [inflated, parts] = [
  figureOf(read('src/imports/table/workbook-archive.ts'), /MOST_INFLATED = (\d+) \* 1024 \* 1024/),
  figureOf(read('src/imports/table/workbook-archive.ts'), /MOST_ENTRIES = ([\d_]+)/),
].map(([figure = '']) => Number(figure.replaceAll('_', '')));
const [seconds = ''] = figureOf(read('src/common/http/edge.ts'), /requestTimeout: (\d+)_000/);
const { retention } = Config.from({});

/** Figures that a page may name. */
const FIGURES: ReadonlySet<string> = new Set(
  [
    ...[newApiKey().length, hint, digits, MAX_NAME, MAX_EMAIL, MAX_NOTE, MAX_NOTES_RECORD, MAX_EXTERNAL_ID],
    ...[MAX_TAG, MAX_TAGS_PER_CALL, MAX_TAGS_PER_LEAD, MAX_FIELD_ERRORS, MAX_ACTIVE_KEYS],
    ...[MAX_BODY_BYTES, MAX_BODY_BYTES / 1024, MAX_IMPORT_BYTES / MB, MAX_IMPORT_ROWS, MAX_IMPORT_LINES],
    ...[MAX_IMPORT_COLUMNS, MAX_IMPORT_CELL, inflated, parts, seconds, retention.imports],
    ...[SESSION_HOURS, SESSION_IDLE_HOURS, LINK_MINUTES, ...Object.values(DEFAULT_LIMITS), MAX_HEAVY_CALLS],
    ...[node, php, sent, refused, kept, days, every, overlap],
    // Python 3, exit codes of the import, redirects, and statuses of a proxy.
    ...[3, 0, 1, 2, 301, 302, 502, 503, 504],
  ].map((figure) => (typeof figure === 'number' ? figure.toLocaleString('pt-BR') : String(figure))),
);

/** The statuses of all routes. */
const statuses = new Set(
  Object.values(buildDocument('http://entrada.test').paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
  ),
);

it.each(readdirSync('docs/pt'))('docs/pt/%s gives figures of the program only', (page) => {
  const text = spoken(read(`docs/pt/${page}`)).replaceAll('5xx', '');
  const figures = [...text.matchAll(/(?<![\p{L}\d-])\d[\d.,]*/gu)].map(([figure]) => figure.replace(/[.,]$/, ''));
  expect(figures.filter((figure) => !FIGURES.has(figure) && !statuses.has(figure))).toEqual([]);
});
