import { Readable } from 'node:stream';
import { Get, Query, StreamableFile } from '@nestjs/common';
import { auditView, type StoredEntry } from '../audit/audit-entry';
import { listAudit } from '../audit/audit.queries';
import { csvLine } from '../common/csv-line';
import { Optional } from '../common/fields';
import { IsDay } from '../common/moment.field';
import { PageQuery } from '../common/page.dto';
import { loadPage } from '../common/paging';
import { Database } from '../database/database';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { refuseInverted } from './period';

class AuditQuery extends PageQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}

class AuditExportQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}

const FILE = { type: 'text/csv; charset=utf-8', disposition: 'attachment; filename="auditoria.csv"' };
const ENTRIES_PER_READ = 1_000;

/** Who did what in the account. */
@OwnerApi('audit')
export class AuditController {
  constructor(private readonly database: Database) {}

  @Get()
  async list(@CurrentAdmin() { account }: AdminCaller, @Query() query: AuditQuery) {
    refuseInverted(query);
    const { rows, nextCursor } = await loadPage<StoredEntry>(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['audit', account.id, query.from, query.to]),
      load: (count, [before] = []) => this.database.read(listAudit(account.id, query, before, count)),
      positionOf: ({ id }) => [id],
    });
    return { data: rows.map(auditView), next_cursor: nextCursor };
  }

  @Get('export.csv')
  async export(@CurrentAdmin() { account }: AdminCaller, @Query() query: AuditExportQuery) {
    refuseInverted(query);
    const read = (before?: string) => this.database.read(listAudit(account.id, query, before, ENTRIES_PER_READ));
    const file = new StreamableFile(Readable.from(csvOf(await read(), read)), FILE);
    // After an error the connection is cut: with a normal end the file would look complete.
    return file.setErrorHandler((_, response) => response.destroy?.());
  }
}

const COLUMNS = ['at', 'actor_type', 'actor_id', 'address', 'action', 'subject_type', 'subject_id', 'id'];

/** Reads in pieces, newest entries first. Entries are only added, so the result is as of the first piece. */
async function* csvOf(
  first: readonly StoredEntry[],
  read: (before: string) => Promise<readonly StoredEntry[]>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let entries = first; ;) {
    const last = entries.at(-1);
    if (!last) return;
    yield entries.map(lineOf).join('');
    if (entries.length < ENTRIES_PER_READ) return;
    entries = await read(last.id);
  }
}

const lineOf = ({ id, at, actor, address, action, subject }: StoredEntry): string =>
  csvLine([at.toISOString(), actor.type, actor.id, address, action, subject?.type ?? null, subject?.id ?? null, id]);
