import { Get, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { auditView, type StoredEntry } from '../audit/audit-entry';
import { listAudit } from '../audit/audit.queries';
import { Leaving } from '../common/caller-left';
import { brasiliaMinute } from '../common/brasilia-time';
import { CSV_BEGINNING, CSV_TYPE, csvLine } from '../common/csv-line';
import { Optional } from '../common/fields';
import { IsDay } from '../common/moment.field';
import { PageQuery } from '../common/page.dto';
import { loadPage } from '../common/paging';
import { Database } from '../database/database';
import { OwnerApi } from './admin-api';
import { type AdminCaller, type AdminRequest, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { refuseInverted } from './period';
import { sendFile } from './send-file';

class AuditQuery extends PageQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}

class AuditExportQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}

const FILE = { type: CSV_TYPE, name: 'auditoria.csv' };
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
  @Heavy()
  export(
    @CurrentAdmin() { account }: AdminCaller,
    @Query() query: AuditExportQuery,
    @Req() request: AdminRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    refuseInverted(query);
    const read = (before?: string) =>
      this.database.read(listAudit(account.id, query, before, ENTRIES_PER_READ), leaving);
    return sendFile(request, response, FILE, csvOf(read));
  }
}

const HEADER = [
  'Quando',
  'Quem',
  'Identificador de quem',
  'Endereço',
  'Ação',
  'Sobre o quê',
  'Identificador',
  'Registro',
];

/** Reads in pieces, newest entries first. Entries are only added, so the result is as of the first piece. */
async function* csvOf(
  read: (before?: string) => Promise<readonly StoredEntry[]>,
): AsyncGenerator<string, void, undefined> {
  let entries = await read();
  yield CSV_BEGINNING + csvLine(HEADER) + entries.map(lineOf).join('');
  for (let last = entries.at(-1); last && entries.length === ENTRIES_PER_READ; last = entries.at(-1)) {
    entries = await read(last.id);
    yield entries.map(lineOf).join('');
  }
}

const lineOf = ({ id, at, actor, address, action, subject }: StoredEntry): string =>
  csvLine([brasiliaMinute(at), actor.type, actor.id, address, action, subject?.type ?? null, subject?.id ?? null, id]);
