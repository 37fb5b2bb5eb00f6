import type { ImportPreview } from '../contract/import';
import { columnWord, IMPORT_COLUMN_WORDS } from '../contract/import-columns';
import type { Output } from './follow-import';

const DELIMITERS: Readonly<Record<string, string>> = {
  ';': 'ponto e vírgula',
  ',': 'vírgula',
  '\t': 'tabulação',
  '|': 'barra vertical',
};

/** Prints how the service reads a file: its form, its columns, and what it ignores. */
export function printUnderstood(preview: ImportPreview, output: Output): void {
  const { rows, checked, refused, columns, ignored, delimiter, encoding } = preview;
  const form = delimiter && encoding ? `, separadas por ${DELIMITERS[delimiter]}, em ${encoding.toUpperCase()}` : '';
  output.write(`Linhas no arquivo: ${rows}${form}.\n`);
  for (const { header, field } of columns) if (field) output.write(`  ${header} → ${IMPORT_COLUMN_WORDS[field]}\n`);
  if (ignored.length > 0) output.write(`Colunas ignoradas: ${ignored.join(', ')}.\n`);
  const verb = refused === 1 ? 'seria recusada' : 'seriam recusadas';
  if (refused > 0) output.write(`Das primeiras ${checked} linhas, ${refused} ${verb}.\n`);
}

/** Prints how the first rows would be applied. */
export function printSample({ sample }: ImportPreview, output: Output): void {
  for (const { row, fields, refused } of sample) {
    const result = refused ? 'seria recusada' : 'entraria, com ressalva';
    for (const { field, message } of fields) output.write(`Linha ${row} ${result}: ${columnWord(field)}: ${message}\n`);
  }
}
