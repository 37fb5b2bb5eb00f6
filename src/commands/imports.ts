import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ImportView,
  type ImportReport,
  type ReportedResult,
  type ImportPreview,
  PHONES_LEFT_OUT,
} from '../contract/import';
import type { AdminClient } from './admin-client';
import type { OwnerPipelineView } from '../contract/pipeline';
import { originNamed } from '../imports/cells/origins';
import { columnWord, IMPORT_COLUMN_WORDS } from '../contract/import-columns';

interface ImportOptions {
  readonly mapping?: string;
  readonly 'area-code'?: string;
  readonly origin?: string;
  readonly tag?: readonly string[];
  readonly stage?: string;
  readonly consent?: boolean;
}

/** Query of a preview or an import. A stage may be given by name; throws when none or several have that name. */
export async function importQuery(client: AdminClient, options: ImportOptions): Promise<URLSearchParams> {
  const query = new URLSearchParams();
  if (options.mapping !== undefined) query.set('mapping', options.mapping);
  if (options['area-code'] !== undefined) query.set('area_code', options['area-code']);
  if (options.origin !== undefined) query.set('origin', originNamed(options.origin) ?? options.origin);
  if (options.tag) query.set('tags', options.tag.join(','));
  if (options.stage !== undefined) query.set('stage_id', await stageNamed(client, options.stage));
  if (options.consent) query.set('consent', 'true');
  return query;
}

async function stageNamed(client: AdminClient, text: string): Promise<string> {
  const { data: pipelines } = await client.get<OwnerPipelineView[]>('/pipelines');
  const stages = pipelines.flatMap(({ name, stages: own }) =>
    own.map((stage) => ({ ...stage, path: `${name} / ${stage.name}` })),
  );
  const wanted = text.trim().toLowerCase();
  const found = stages.filter(({ id, name, path }) => [id, name.toLowerCase(), path.toLowerCase()].includes(wanted));
  const [stage, ...others] = found;
  if (stage && others.length === 0) return stage.id;
  const problem = stage ? 'Há mais de uma etapa com este nome' : 'Não há etapa com este nome';
  const list = (stage ? found : stages).map(({ id, path }) => `  ${id}  ${path}`).join('\n');
  throw new Error(`${problem}. Em --stage, use o nome, "Funil / Etapa" ou o id:\n${list}`);
}

const POLL_MS = 500;
const BAR = 30;

/** Output of the progress: a terminal gets a moving bar, others a line for every tenth. */
interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Sends the file and shows the progress until the import has finished. */
export async function followImport(
  client: AdminClient,
  file: Buffer,
  query: string,
  output: Output,
): Promise<ImportView> {
  const progress = progressOn(output);
  let { data: current } = await client.postFile<ImportView>(`/imports?${query}`, file);
  while (current.state === 'running') {
    progress(current);
    await sleep(POLL_MS);
    ({ data: current } = await client.get<ImportView>(`/imports/${current.id}?limit=1`));
  }
  progress(current);
  return current;
}

export function progressOn(output: Output): (current: Pick<ImportView, 'rows' | 'pending'>) => void {
  let tenths = -1;
  return ({ rows, pending }) => {
    const done = rows - pending;
    const part = rows === 0 ? 1 : done / rows;
    const figures = `${Math.floor(part * 100)} %  ${done} de ${rows} linhas`;
    if (output.isTTY) {
      const filled = Math.floor(part * BAR);
      output.write(`\r[${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}] ${figures}${pending === 0 ? '\n' : ''}`);
    } else if (Math.floor(part * 10) > tenths) {
      tenths = Math.floor(part * 10);
      output.write(`${figures}\n`);
    }
  };
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra vertical',
};

/** Prints how the service reads a file: its form, what counts of each field, and what it ignores. */
export function printPreview(preview: ImportPreview, output: Output): void {
  const { rows, checked, refused, columns, fields, ignored, delimiter, encoding } = preview;
  const form = delimiter && encoding ? `, separadas por ${DELIMITERS[delimiter]}, em ${encoding.toUpperCase()}` : '';
  output.write(`Linhas no arquivo: ${rows}${form}.\n`);
  for (const { header, field, guessed } of columns) {
    if (field) output.write(`  ${header} → ${IMPORT_COLUMN_WORDS[field]}${guessed ? ' (palpite: confira)' : ''}\n`);
  }
  if (fields.length > 0) output.write('O que entra de cada campo:\n');
  for (const { field, values, without } of fields) {
    output.write(
      `  ${IMPORT_COLUMN_WORDS[field]}: ${values.join(' | ') || 'nada'} (linhas sem: ${without} de ${checked})\n`,
    );
  }
  if (ignored.length > 0) output.write('Colunas ignoradas:\n');
  for (const { header, reason } of ignored) output.write(`  ${header}: ${reason}\n`);
  if (refused > 0) output.write(`Linhas que seriam recusadas: ${refused} de ${checked} conferidas.\n`);
}

/** Returns the ignored columns that hold phones. */
export const ignoredPhoneColumns = ({ ignored }: ImportPreview): string[] =>
  ignored.flatMap(({ header, reason }) => (PHONES_LEFT_OUT.includes(reason) ? [header] : []));

/** Prints how the first rows would be applied. */
export function printSample({ sample }: ImportPreview, output: Output): void {
  for (const { row, fields, refused } of sample) {
    const result = refused ? 'seria recusada' : 'entraria, com ressalva';
    for (const { field, message } of fields) output.write(`Linha ${row} ${result}: ${columnWord(field)}: ${message}\n`);
  }
}

const RESULTS: Readonly<Record<ReportedResult, string>> = {
  created: 'criada, com ressalva',
  updated: 'atualizada, com ressalva',
  refused: 'recusada',
};

/** Prints the counts of a finished import, and each row that was refused or applied only in part, with its reasons. */
export async function printReport(client: AdminClient, finished: ImportView, output: Output): Promise<void> {
  output.write(
    `Linhas: ${finished.rows}. Leads criados: ${finished.created}. Atualizados: ${finished.updated}. ` +
      `Já importadas: ${finished.duplicate}. Recusadas: ${finished.refused}. Apagadas: ${finished.erased}.\n`,
  );
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const query: string = cursor ? `limit=100&cursor=${cursor}` : 'limit=100';
    const { data, next_cursor } = await client.get<ImportReport>(`/imports/${finished.id}?${query}`);
    for (const { row, result, fields } of data.reported_rows) {
      for (const { field, message } of fields)
        output.write(`Linha ${row} ${RESULTS[result]}: ${columnWord(field)}: ${message}\n`);
    }
    cursor = next_cursor;
  }
}
