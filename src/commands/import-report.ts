import {
  type ImportReport,
  type ImportView,
  type ReportedResult,
  type ImportPreview,
  PHONES_LEFT_OUT,
} from '../contract/import';
import { columnWord, IMPORT_COLUMN_WORDS } from '../contract/import-columns';
import type { AdminClient } from './admin-client';
import type { Output } from './follow-import';

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
