import { webcrypto } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../accounts/actor';
import { recordAudit } from '../audit/audit.queries';
import { finished, inSlices } from '../common/in-slices';
import { ApiError, missing } from '../common/api-error';
import { loadPage, type PagedAccount, type PageQuery } from '../common/input/paging';
import type { ImportPreview, ImportReport, ImportView } from '../contract/import';
import { REMOVED_MEMBER } from '../contract/members/member';
import { Database } from '../database/database';
import { LostRace } from '../database/errors';
import { listActiveMembers, mapNames } from '../accounts/members/members.queries';
import { listPipelines } from '../pipelines/pipeline.queries';
import { readFileRows } from './rows/file-rows';
import type { ImportMember } from './rows/account-names';
import type { FileColumns } from './columns/column';
import { namesPhone, readColumns, requirePhone } from './columns/file-columns';
import { previewOf } from './import-preview';
import { Import } from './import.entity';
import {
  countImportRows,
  insertImport,
  insertImportRows,
  findFileHash,
  listImports,
  listRefusedRows,
  listReportedRows,
  type RefusedRow,
  viewImport,
} from './imports.queries';
import { readingOf } from './reading';
import type { RowDefaults } from './rows/row-body';
import { reasonOf, type RefusalReasons, refusedFile } from './refused-rows-file';
import { invalidFile } from './table/table-rows';
import { readTable } from './table/table';

const REFUSED_AT_ONCE = 100;

interface SentFile {
  readonly bytes: Buffer;
  /** The columns in order, separated by commas; by default the header names them. */
  readonly mapping?: string;
  readonly defaults: RowDefaults;
  readonly name?: string;
}

/** Stores files of leads and shows the progress of imports. `ImportsJob` applies the rows. */
@Injectable()
export class ImportsService {
  constructor(private readonly database: Database) {}

  /**
   * Stores the rows of a file, which the job applies. A file that is already being imported returns its import. Throws 422 for an
   * unreadable file, a missing phone column, a bad mapping, and a stage that is won or unknown.
   */
  async start(accountId: string, { bytes, mapping, defaults, name }: SentFile, actor: Actor): Promise<ImportView> {
    const hash = await hashOf(bytes);
    const file = await readTable(bytes, { namesPhone });
    const columns = await finished(readColumns({ ...file, mapping, areaCode: defaults.areaCode }));
    requirePhone(columns, file.header);
    const pipelines = await this.pipelinesFor(accountId, defaults);
    const members = await this.membersFor(accountId, columns);
    const fileName = hash.toString('hex').slice(0, 16);
    const reading = await finished(readingOf({ ...file, columns, pipelines, members, defaults, fileName }));
    const parts = await finished(readFileRows(file.rows, reading));
    return this.database.transaction(accountId, async (tx) => {
      const made = await tx.send(insertImport(accountId, uuidv7(), hash, name ?? null));
      const running = { accountId, fileHash: hash, finishedAt: IsNull() };
      const id = (made ?? (await tx.entities.findOneBy(Import, running)))?.id;
      // The running import of this file finished between the two statements.
      if (!id) throw new LostRace();
      // Sent one by one: statements sent together are written in one go, which would delay requests.
      if (made) for (const part of parts) await tx.send(insertImportRows(accountId, id, part));
      const [, , shown] = await tx.commit([
        made && recordAudit(accountId, actor, 'import.started', { type: 'import', id }),
        made && countImportRows(accountId, id),
        viewImport(accountId, id),
      ]);
      if (!shown) throw new Error('an import that was just found is not there');
      return shown;
    });
  }

  /** Previews a file without storing it. Throws as `start` does, except for a missing phone column. */
  async preview(
    accountId: string,
    { bytes, mapping, defaults }: SentFile,
    leaving: AbortSignal,
  ): Promise<ImportPreview> {
    const file = await readTable(bytes, { namesPhone, leaving });
    const columns = await finished(readColumns({ ...file, mapping, areaCode: defaults.areaCode }), leaving);
    const pipelines = await this.pipelinesFor(accountId, defaults);
    const members = await this.membersFor(accountId, columns);
    const reading = await finished(
      readingOf({ ...file, columns, pipelines, members, defaults, fileName: '' }),
      leaving,
    );
    return finished(previewOf(file, reading, bytes.length), leaving);
  }

  /** Throws 422 for an import stage that is won or unknown. */
  private async pipelinesFor(accountId: string, { stageId }: RowDefaults) {
    const pipelines = await this.database.read(listPipelines(accountId));
    const stage = pipelines.flatMap(({ stages }) => stages).find(({ id }) => id === stageId);
    const message = stage ? 'não pode ser uma etapa de ganho' : 'etapa não encontrada na conta';
    if (stageId !== undefined && stage?.isWon !== false) throw ApiError.invalid([{ field: 'stage_id', message }]);
    return pipelines;
  }

  private async membersFor(accountId: string, columns: FileColumns): Promise<readonly ImportMember[]> {
    if (!columns.some(({ field }) => field === 'responsible')) return [];
    return namedMembers(this.database, accountId);
  }

  /** Requires the original file again, because the service does not keep it. Throws `not_found`, and 422 for another file. */
  async refused(accountId: string, id: string, bytes: Buffer, leaving: AbortSignal): Promise<Iterable<string>> {
    const hash = await this.database.read(findFileHash(accountId, id));
    if (!hash) throw missing('import');
    if (!hash.equals(await hashOf(bytes))) {
      throw invalidFile('não é o arquivo desta importação, ou foi alterado depois dela');
    }
    const { header, rows } = await readTable(bytes, { namesPhone, leaving });
    return refusedFile(header, rows, await this.reasonsOfRefused(accountId, id, leaving));
  }

  /** Reads page by page: every row may be refused for several reasons. */
  private async reasonsOfRefused(accountId: string, id: string, leaving: AbortSignal): Promise<RefusalReasons> {
    const reasons = new Map<number, string>();
    for (let page: readonly RefusedRow[], after = 0; ; after = page.at(-1)?.number ?? after) {
      page = await this.database.read(listRefusedRows(accountId, id, after, REFUSED_AT_ONCE), leaving);
      for await (const { number, fields } of inSlices(page)) reasons.set(number, reasonOf(fields ?? []));
      if (page.length < REFUSED_AT_ONCE) return reasons;
    }
  }

  /** Newest first. Throws 422 for a bad cursor. */
  async list({ id: accountId, cursorSecret }: PagedAccount, query: PageQuery) {
    const { rows, nextCursor } = await loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['imports', accountId]),
      load: (count, [before] = []) => this.database.read(listImports(accountId, count, before ?? null)),
      positionOf: ({ id }) => [id],
    });
    return { imports: rows, nextCursor };
  }

  /** Returns progress and report as of one moment, in row order. Throws `not_found`, and 422 for a bad cursor. */
  get(
    { id: accountId, cursorSecret }: PagedAccount,
    id: string,
    query: PageQuery,
  ): Promise<{ data: ImportReport; nextCursor: string | null }> {
    return this.database.snapshot(accountId, undefined, async (tx) => {
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

/** Runs in a thread of its own. */
const hashOf = async (bytes: Buffer): Promise<Buffer> => Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes));

/** The active members of an account with their names. */
export async function namedMembers(database: Database, accountId: string): Promise<readonly ImportMember[]> {
  const members = await database.read(listActiveMembers(accountId));
  const names = await database.read(mapNames(accountId));
  return members.map(({ id, emailKey }) => ({ id, emailKey, name: names.get(id) ?? REMOVED_MEMBER }));
}
