import type { ImportReport, ImportView, ReportedResult } from '../contract/import';
import { columnWord } from '../contract/import-columns';
import type { AdminClient } from './admin-client';
import type { Output } from './follow-import';

const RESULTS: Readonly<Record<ReportedResult, string>> = {
  created: 'criada, com ressalva',
  updated: 'atualizada, com ressalva',
  refused: 'recusada',
};

/** Prints the counts of a finished import, and each row that was refused or applied only in part, with its reasons. */
export async function printReport(client: AdminClient, shown: ImportView, output: Output): Promise<void> {
  output.write(
    `Linhas: ${shown.rows}. Leads criados: ${shown.created}. Atualizados: ${shown.updated}. ` +
      `Já importadas: ${shown.duplicate}. Recusadas: ${shown.refused}. Apagadas: ${shown.erased}.\n`,
  );
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const query: string = cursor ? `limit=100&cursor=${cursor}` : 'limit=100';
    const { data, next_cursor } = await client.get<ImportReport>(`/imports/${shown.id}?${query}`);
    for (const { row, result, fields } of data.reported_rows) {
      for (const { field, message } of fields)
        output.write(`Linha ${row} ${RESULTS[result]}: ${columnWord(field)}: ${message}\n`);
    }
    cursor = next_cursor;
  }
}
