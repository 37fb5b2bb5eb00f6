import { readdirSync, readFileSync } from 'node:fs';
import { formPage } from '../../console/pages/start/form-page';
import { newApiKey } from '../../src/auth/api-key';
import { Config } from '../../src/config';
import {
  DEFAULT_LIMITS,
  LINK_MINUTES,
  MAX_ACTIVE_KEYS,
  MAX_BODY_BYTES,
  MAX_EMAIL,
  MAX_EXTERNAL_ID,
  MAX_FIELD_ERRORS,
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
import { buildDocument } from '../../src/reference/document';
import { spoken } from '../support/doc-page';

const read = (file: string): string => readFileSync(file, 'utf8');

/** A figure of a program or a page that it gives itself. */
function figureOf(text: string, place: RegExp): string[] {
  const found = place.exec(text)?.slice(1);
  if (!found) throw new Error(`nothing like ${String(place)}`);
  return found;
}

const count = (figure: number): string => figure.toLocaleString('pt-BR');
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
const [seconds = ''] = figureOf(read('src/common/edge.ts'), /requestTimeout: (\d+)_000/);
const { retention } = Config.from({});

/** Every figure of the pages in the words around it, from where the program has it. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  'docs/pt/quick-start.md': [
    `tem ${newApiKey().length} caracteres`,
    `são ${newApiKey().length} caracteres`,
    `até ${MAX_NAME} e ${MAX_EMAIL} caracteres`,
    `até ${MAX_NOTE} caracteres`,
    `até ${MAX_TAGS_PER_CALL} etiquetas, cada uma com até ${MAX_TAG} caracteres`,
    `(Node ${node})`,
    `mais velho que o ${node}`,
    'Python 3',
    `PHP ${php} ou mais novo`,
    `${sent} enviado, ${kept} guardado, ${refused} recusado`,
    `Até ${MAX_EXTERNAL_ID} letras`,
    `${digits} dígitos hexadecimais`,
    `Mais de ${MAX_BODY_BYTES / 1024} KB`,
    `gravar ${DEFAULT_LIMITS.keyWritesPerMinute} vezes por minuto`,
    `fazer ${DEFAULT_LIMITS.ipPerMinute} chamadas por minuto`,
    `recebe ${count(DEFAULT_LIMITS.accountSubmissionsPerDay)} envios por dia`,
    `por ${days} dias`,
    `em até ${every} minutos`,
    `menos ${overlap} minutos`,
    `mais de ${overlap} minutos`,
    // The class of statuses, and redirects, which a proxy answers.
    '5xx',
    '301 ou 302',
  ],
  'docs/pt/imports.md': [
    `lidos ${MAX_NAME} caracteres, de uma observação ${MAX_NOTE}`,
    `Até ${MAX_TAGS_PER_CALL} por linha, cada uma com até ${MAX_TAG} caracteres`,
    `tamanho do arquivo | ${MAX_IMPORT_BYTES / MB} MB`,
    `sem o cabeçalho | ${count(MAX_IMPORT_ROWS)}`,
    `com as vazias | ${count(MAX_IMPORT_LINES)}`,
    `colunas | ${MAX_IMPORT_COLUMNS}`,
    `caracteres em uma célula | ${count(MAX_IMPORT_CELL)}`,
    `descompactada | ${inflated} MB`,
    `partes dentro de uma planilha · | ${count(parts ?? 0)}`,
    `para o arquivo chegar | ${seconds} segundos`,
    `fica guardado | ${retention.imports} dias`,
    `além das ${MAX_TAGS_PER_LEAD} que um lead pode ter`,
    'Código de saída: 0 sem linhas recusadas, 2 com linhas recusadas, 1 se a importação não chegou ao fim.',
  ],
  'docs/pt/errors.md': [
    `tem ${newApiKey().length} caracteres`,
    `${hint} últimos caracteres`,
    `passou de ${count(MAX_BODY_BYTES)} bytes`,
    `até ${MAX_IMPORT_BYTES / MB} MB`,
    `(até ${MAX_FIELD_ERRORS})`,
    `até ${count(MAX_NOTES_RECORD)} caracteres`,
    `(${SESSION_HOURS} horas, ou ${SESSION_IDLE_HOURS} horas sem uso)`,
    `${LINK_MINUTES} minutos`,
    `ter ${MAX_ACTIVE_KEYS} chaves`,
    `as ${MAX_TAGS_PER_LEAD} que um lead pode ter`,
    '5xx',
    '502, 503 ou 504',
    // documented-errors.spec.ts holds the limits.
    ...Object.values(DEFAULT_LIMITS).map((figure) => `| ${count(figure)} por`),
    '| 2 ao mesmo tempo',
  ],
};

/** The statuses that any route answers with. */
const statuses = new Set(
  Object.values(buildDocument('http://entrada.test').paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
  ),
);

it.each(Object.keys(FACTS))('%s gives the figures of the program, and no others', (page) => {
  const text = spoken(read(page)).replaceAll(/ +/g, ' ');
  const facts = FACTS[page] ?? [];
  expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
  const rest = facts.reduce((left, fact) => left.replaceAll(fact, '·'), text);
  const others = [...rest.matchAll(/(?<![\p{L}\d-])\d[\d.,]*/gu)].map(([figure]) => figure.replace(/[.,]$/, ''));
  expect(others.filter((figure) => !statuses.has(figure))).toEqual([]);
});

it('every page has its figures here', () =>
  expect(Object.keys(FACTS).sort()).toEqual(readdirSync('docs/pt').map((name) => `docs/pt/${name}`)));
