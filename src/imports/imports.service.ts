import { webcrypto } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { missing } from '../common/missing';
import { ApiError } from '../common/api-error';
import type { PageQuery } from '../common/page.dto';
import { loadPage } from '../common/paging';
import type { ImportPreview, ImportReport, ImportView } from '../contract/import';
import { Database } from '../database/database';
import { LostRace } from '../database/errors';
import { listPipelines } from '../pipelines/pipeline.queries';
import { readFileRows } from './file-rows';
import { guessColumns, namesPhone, readColumns } from './import-columns';
import { previewOf } from './import-preview';
import { Import } from './import.entity';
import { insertImport, insertImportRows } from './import.queries';
import {
  findFileHash,
  listImports,
  listRefusedRows,
  listReportedRows,
  type RefusedRow,
  viewImport,
} from './import.view';
import { readingOf } from './reading';
import type { ForAllRows } from './row-body';
import { reasonOf, type RefusalReasons, refusedFile } from './refused-file';
import { invalidFile } from './table/file-refusal';
import { readTable } from './table/table';

interface AccountOfImports {
  readonly id: string;
  readonly cursorSecret: Buffer;
}

/** Refused rows that are read at once. */
const REFUSED_AT_ONCE = 500;

/** A file of leads with what its sender says of it. */
interface SentFile {
  readonly bytes: Buffer;
  /** The columns in their order, separated by commas; absent: the header names them. */
  readonly mapping?: string;
  readonly said: ForAllRows;
  readonly name?: string;
}

/** Stores files of leads and shows how far their import is. `ImportRunner` applies the rows. */
@Injectable()
export class ImportsService {
  constructor(private readonly database: Database) {}

  /**
   * Stores the rows of a file; the job applies them. A file that is already being imported is not stored again: the answer is its
   * import. Throws 422 for a file that cannot be read, for one without a column of phones, for a bad mapping, and for a stage that is
   * won or not the account's.
   */
  async start(accountId: string, { bytes, mapping, said, name }: SentFile, actor: Actor): Promise<ImportView> {
    const hash = await hashOf(bytes);
    const file = await readTable(bytes, { namesPhone });
    const columns = readColumns(file.header, mapping);
    const pipelines = await this.pipelinesFor(accountId, said);
    const fileName = hash.toString('hex').slice(0, 16);
    const reading = await readingOf({ ...file, columns, pipelines, said, fileName });
    const parts = await readFileRows(file.rows, reading);
    return this.database.transaction(async (tx) => {
      const made = await tx.send(insertImport(accountId, uuidv7(), hash, name ?? null));
      const running = { accountId, fileHash: hash, finishedAt: IsNull() };
      const id = (made ?? (await tx.entities.findOneBy(Import, running)))?.id;
      // The running import of this file finished between the two statements.
      if (!id) throw new LostRace();
      // One after the other: what is sent together is written in one go, and requests would wait for it.
      if (made) for (const part of parts) await tx.send(insertImportRows(accountId, id, part));
      const [, shown] = await tx.commit([
        made && recordAudit(accountId, actor, 'import.started', { type: 'import', id }),
        viewImport(accountId, id),
      ]);
      if (!shown) throw new Error('an import that was just found is not there');
      return shown;
    });
  }

  /** How a file would be read; nothing is stored. Throws as `start` does, but a header that names no phone is no fault. */
  async preview(accountId: string, { bytes, mapping, said }: SentFile, leaving: AbortSignal): Promise<ImportPreview> {
    const file = await readTable(bytes, { namesPhone, leaving });
    const columns = mapping === undefined ? guessColumns(file.header) : readColumns(file.header, mapping);
    const pipelines = await this.pipelinesFor(accountId, said);
    const reading = await readingOf({ ...file, columns, pipelines, said, fileName: '' });
    return previewOf(file, reading, bytes.length);
  }

  /** Throws 422 where the import's stage is won or not the account's. */
  private async pipelinesFor(accountId: string, { stageId }: ForAllRows) {
    const pipelines = await this.database.read(listPipelines(accountId));
    const stage = pipelines.flatMap(({ stages }) => stages).find(({ id }) => id === stageId);
    const message = stage ? 'não pode ser uma etapa de ganho' : 'etapa não encontrada na conta';
    if (stageId !== undefined && stage?.isWon !== false) throw ApiError.invalid([{ field: 'stage_id', message }]);
    return pipelines;
  }

  /**
   * The refused rows of an import as a file: made from the imported file, which has to be sent again, as the service keeps nothing of it.
   * Throws `not_found`, and 422 for another file.
   */
  async refused(accountId: string, id: string, bytes: Buffer, leaving: AbortSignal): Promise<AsyncIterable<string>> {
    const hash = await this.database.read(findFileHash(accountId, id));
    if (!hash) throw missing('import');
    if (!hash.equals(await hashOf(bytes))) {
      throw invalidFile('não é o arquivo desta importação, ou foi alterado depois dela');
    }
    const { header, rows } = await readTable(bytes, { namesPhone, leaving });
    return refusedFile(header, rows, await this.reasonsOfRefused(accountId, id, leaving));
  }

  /** Page by page: every row of the file may have been refused, for several reasons. */
  private async reasonsOfRefused(accountId: string, id: string, leaving: AbortSignal): Promise<RefusalReasons> {
    const reasons = new Map<number, string>();
    for (let page: readonly RefusedRow[], after = 0; ; after = page.at(-1)?.number ?? after) {
      page = await this.database.read(listRefusedRows(accountId, id, after, REFUSED_AT_ONCE), leaving);
      for (const { number, fields } of page) reasons.set(number, reasonOf(fields ?? []));
      if (page.length < REFUSED_AT_ONCE) return reasons;
    }
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
      if (!shown) throw missing('import');
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

/** Made in a thread of its own. */
const hashOf = async (bytes: Buffer): Promise<Buffer> => Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));
