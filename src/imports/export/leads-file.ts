import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../accounts/members/viewer';
import type { Actor } from '../../audit/audit-entry';
import { recordAudit } from '../../audit/audit.queries';
import { CSV_BEGINNING, CSV_TYPE, csvLine } from '../../common/csv/csv-line';
import { EXPORT_COLUMNS, headerOf } from '../../contract/import-columns';
import type { FiledLead } from '../../contract/lead';
import { Database } from '../../database/database';
import { exportedRows, placeNames } from './exported-lead';
import type { SearchFilters } from '../../leads/reading/lead-search.dto';
import { LeadSearchService } from '../../leads/reading/lead-search.service';
import { PipelinesService } from '../../pipelines/pipelines.service';

export const LEADS_FILE = { type: CSV_TYPE, name: 'leads.csv' };

/** A list of leads as a CSV file that an import reads. */
@Injectable()
export class LeadsFile {
  constructor(
    private readonly database: Database,
    private readonly lists: LeadSearchService,
    private readonly pipelines: PipelinesService,
  ) {}

  /** Yields the file in pieces. The audit trail names the reader before the first line is sent. */
  async *pieces(
    accountId: string,
    viewer: Viewer,
    query: SearchFilters,
    actor: Actor,
    leaving: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    const pieces = this.lists.pieces(accountId, viewer, query, leaving);
    const first = await pieces.next();
    const places = placeNames(await this.pipelines.list(accountId));
    const linesOf = (piece: readonly FiledLead[]): string =>
      piece.flatMap((lead) => exportedRows(lead, places).map(csvLine)).join('');
    await this.database.write(recordAudit(accountId, actor, 'leads.exported'));
    yield CSV_BEGINNING + csvLine(headerOf(EXPORT_COLUMNS)) + (first.done ? '' : linesOf(first.value));
    for await (const piece of pieces) yield linesOf(piece);
  }
}
