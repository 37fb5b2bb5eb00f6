import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../accounts/actor';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { CSV_BEGINNING, CSV_TYPE, csvLine } from '../../common/csv';
import { EXPORT_COLUMNS, headerOf } from '../../contract/import-columns';
import type { TextBatches } from '../../common/in-slices';
import type { FiledLead } from '../../contract/lead';
import { Database } from '../../database/database';
import { exportedRows, type PipelineNames, pipelineNames } from './exported-lead';
import type { SearchFilters } from '../../leads/reading/account-leads.dto';
import { AccountLeadsService } from '../../leads/reading/account-leads.service';
import { listPipelines } from '../../pipelines/pipeline.queries';

export const LEADS_FILE = { type: CSV_TYPE, name: 'leads.csv' };

/** A list of leads as a CSV file that an import reads. */
@Injectable()
export class LeadsFile {
  constructor(
    private readonly database: Database,
    private readonly lists: AccountLeadsService,
  ) {}

  async *batches(accountId: string, viewer: Viewer, query: SearchFilters, leaving: AbortSignal): TextBatches {
    const pieces = this.lists.pieces(accountId, viewer, query, leaving);
    const first = await pieces.next();
    const names = pipelineNames(await this.database.read(listPipelines(accountId)));
    yield [CSV_BEGINNING, csvLine(headerOf(EXPORT_COLUMNS))];
    if (!first.done) yield linesOf(first.value, names);
    for await (const piece of pieces) yield linesOf(piece, names);
  }

  /** Names the reader in the audit trail. */
  record(accountId: string, actor: Actor): Promise<void> {
    return this.database.write(recordAudit(accountId, actor, 'leads.exported'));
  }
}

function* linesOf(leads: readonly FiledLead[], names: PipelineNames): Generator<string> {
  for (const lead of leads) for (const cells of exportedRows(lead, names)) yield csvLine(cells);
}
