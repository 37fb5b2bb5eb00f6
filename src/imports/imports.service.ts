import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import type { PageQuery } from '../common/page.dto';
import { loadPage } from '../common/paging';
import type { ImportReport, ImportView } from '../contract/import';
import { Database } from '../database/database';
import { LostRace } from '../database/errors';
import { parsePhone } from '../leads/record/phone';
import { Import } from './import.entity';
import { type CsvRow, readCsvFile } from './csv-file';
import { bodyOf, readColumns } from './import-columns';
import { insertImport, insertImportRows, type NewImportRow } from './import.queries';
import { listImports, listReportedRows, viewImport } from './import.view';

interface AccountOfImports {
  readonly id: string;
  readonly cursorSecret: Buffer;
}

const ROWS_PER_STATEMENT = 1_000;
const ROWS_AT_ONCE = 100;

/** Stores files of leads and shows how far their import is. `ImportRunner` applies the rows. */
@Injectable()
export class ImportsService {
  constructor(private readonly database: Database) {}

  /**
   * Stores the rows of a CSV file; the job applies them. A file that is already being imported is not stored again: the answer
   * is its import. Throws 422 for a file that is not CSV, or that has a column that is not a field of POST /leads.
   */
  async start(accountId: string, file: Buffer, actor: Actor): Promise<ImportView> {
    const hash = createHash('sha256').update(file).digest();
    const rows = await readRows(file, hash.toString('hex').slice(0, 16));
    return this.database.transaction(async (tx) => {
      const made = await tx.send(insertImport(accountId, uuidv7(), hash));
      const running = { accountId, fileHash: hash, finishedAt: IsNull() };
      const id = (made ?? (await tx.entities.findOneBy(Import, running)))?.id;
      // The running import of this file finished between the two statements.
      if (!id) throw new LostRace();
      const statements = made ? Math.ceil(rows.length / ROWS_PER_STATEMENT) : 0;
      const parts = Array.from({ length: statements }, (_, part) => {
        const start = part * ROWS_PER_STATEMENT;
        return insertImportRows(accountId, id, rows.slice(start, start + ROWS_PER_STATEMENT));
      });
      const [, , shown] = await tx.commit([
        parts,
        made && recordAudit(accountId, actor, 'import.started', { type: 'import', id }),
        viewImport(accountId, id),
      ]);
      if (!shown) throw new Error('an import that was just found is not there');
      return shown;
    });
  }

  /** Newest first. Throws 422 for a bad cursor. */
  async list({ id: accountId, cursorSecret }: AccountOfImports, query: PageQuery) {
    const { rows, nextCursor } = await loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['imports', accountId]),
      load: (count, [before] = []) => this.database.read(listImports(accountId, count, before ?? null)),
      positionOf: ({ id }) => [id],
    });
    return { imports: rows, nextCursor };
  }

  /**
   * How far the import is, and a page of its report in the order of the rows, both as of one moment. Throws `not_found`, and
   * 422 for a bad cursor.
   */
  get(
    { id: accountId, cursorSecret }: AccountOfImports,
    id: string,
    query: PageQuery,
  ): Promise<{ data: ImportReport; nextCursor: string | null }> {
    return this.database.snapshot(async (tx) => {
      const shown = await tx.send(viewImport(accountId, id));
      if (!shown) throw new ApiError('not_found');
      const { rows, nextCursor } = await loadPage(query, {
        secret: cursorSecret,
        scope: JSON.stringify(['import', accountId, id]),
        load: (count, [after] = []) => tx.send(listReportedRows(accountId, id, Number(after ?? 0), count)),
        positionOf: ({ row }) => [String(row)],
      });
      return { data: { ...shown, reported_rows: rows }, nextCursor };
    });
  }
}

async function readRows(file: Buffer, fileName: string): Promise<NewImportRow[]> {
  const { header, rows } = await readCsvFile(file);
  const columns = readColumns(header);
  const read: NewImportRow[] = [];
  for (const row of rows) {
    // Requests are served in between.
    if (read.length % ROWS_AT_ONCE === 0) await setImmediate();
    read.push(readRow(columns, row, fileName));
  }
  return read;
}

function readRow(columns: readonly string[], { number, cells }: CsvRow, fileName: string): NewImportRow {
  const body = bodyOf(columns, cells, `import:${fileName}:${number}`);
  if (!body) return { number, phoneKey: null, body: null, fields: [TOO_MANY_CELLS] };
  const phoneKey = typeof body.phone === 'string' ? (parsePhone(body.phone)?.key ?? null) : null;
  return { number, phoneKey, body, fields: null };
}

const TOO_MANY_CELLS = { field: 'row', message: 'a linha tem mais células do que o cabeçalho; falta alguma aspa?' };
