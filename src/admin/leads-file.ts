import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { CSV_BEGINNING, CSV_TYPE, csvLine } from '../common/csv-line';
import { EXPORT_COLUMNS, headerOf } from '../contract/import-columns';
import type { LeadRecord } from '../contract/lead';
import { Database } from '../database/database';
import { exportedRows, placeNames } from '../imports/exported-lead';
import type { LeadFilters } from '../leads/reading/owner-list.dto';
import { OwnerListService } from '../leads/reading/owner-list.service';
import { PipelinesService } from '../pipelines/pipelines.service';

/** What the file is, and its name. */
export const LEADS_FILE = { type: CSV_TYPE, name: 'leads.csv' };

/** The leads of a list as a CSV file, which an import reads. */
@Injectable()
export class LeadsFile {
  constructor(
    private readonly database: Database,
    private readonly lists: OwnerListService,
    private readonly pipelines: PipelinesService,
  ) {}

  /** The file in pieces. Who took it is in the audit trail before its first line is sent. */
  async *pieces(
    accountId: string,
    query: LeadFilters,
    actor: Actor,
    leaving: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    const pieces = this.lists.pieces(accountId, query, leaving);
    const first = await pieces.next();
    const places = placeNames(await this.pipelines.list(accountId));
    const linesOf = (piece: readonly LeadRecord[]): string =>
      piece.flatMap((lead) => exportedRows(lead, places).map(csvLine)).join('');
    await this.database.write(recordAudit(accountId, actor, 'leads.exported'));
    yield CSV_BEGINNING + csvLine(headerOf(EXPORT_COLUMNS)) + (first.done ? '' : linesOf(first.value));
    for await (const piece of pieces) yield linesOf(piece);
  }
}
