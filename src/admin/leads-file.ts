import { Injectable } from '@nestjs/common';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { csvLine } from '../common/csv-line';
import type { DealView } from '../contract/deal';
import type { LeadRecord } from '../contract/lead';
import { SIGNALS } from '../contract/origin';
import { Database } from '../database/database';
import type { LeadFilters } from '../leads/reading/owner-list.dto';
import { OwnerListService } from '../leads/reading/owner-list.service';
import { PipelinesService } from '../pipelines/pipelines.service';

/** What the file is, and its name. */
export const LEADS_FILE = { type: 'text/csv; charset=utf-8', name: 'leads.csv' };
/** So spreadsheets read the file as UTF-8. */
const BOM = '\ufeff';

/** The columns of an import, without the one that names a submission; and what only the service says of a lead. */
const COLUMNS = [
  ...['phone', 'name', 'email', 'notes', 'tags', 'consent'],
  ...SIGNALS,
  ...['deal.pipeline_id', 'deal.stage_id', 'deal.value'],
  ...['created_at', 'origin', 'stage'],
];

/** The leads of a list as a CSV file. */
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
    const pipelines = await this.pipelines.list(accountId);
    const stages = new Map(pipelines.flatMap((pipeline) => pipeline.stages.map(({ id, name }) => [id, name])));
    const linesOf = (piece: readonly LeadRecord[]): string => piece.flatMap((lead) => rowsOf(lead, stages)).join('');
    await this.database.write(recordAudit(accountId, actor, 'leads.exported'));
    yield BOM + csvLine(COLUMNS) + (first.done ? '' : linesOf(first.value));
    for await (const piece of pieces) yield linesOf(piece);
  }
}

/** A row for each deal of a lead, or one for a lead without deals. */
const rowsOf = (lead: LeadRecord, stages: ReadonlyMap<string, string>): string[] =>
  (lead.deals.length > 0 ? lead.deals : [null]).map((deal) =>
    csvLine([...ofLead(lead), ...ofDeal(deal, lead, stages)]),
  );

const ofLead = (lead: LeadRecord): (string | null)[] => [
  lead.phone,
  lead.name,
  lead.email,
  lead.notes,
  lead.tags.join('|'),
  lead.consent ? 'true' : null,
  ...SIGNALS.map((signal) => lead.attribution[signal]),
];

const ofDeal = (
  deal: DealView | null,
  { created_at: createdAt, origin }: LeadRecord,
  stages: ReadonlyMap<string, string>,
): (string | null)[] => [
  ...(deal ? [deal.pipeline_id, deal.stage_id, deal.value === null ? null : String(deal.value)] : [null, null, null]),
  createdAt,
  origin,
  deal ? (stages.get(deal.stage_id) ?? null) : null,
];
