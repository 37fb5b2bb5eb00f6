import { Query, Req, Res, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../../common/http/caller-left';
import { AccountApi, Get } from '../../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy-calls';
import { streamAnswer } from '../../auth/access/stream-answer';
import { namedIn, refuseInvertedDays, SearchFilters } from '../../leads/reading/account-leads.dto';
import { file, ApiOperation, ApiTag, CSV_DIALECT } from '../../contract/document/route-text';
import { EXPORT_COLUMNS, headerOf } from '../../contract/import-columns';
import { FILTERS, FILTER_RULES } from '../../leads/reading/account-leads.controller';
import type { Viewer, Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { CSV_BEGINNING, CSV_TYPE, csvLine } from '../../common/csv';
import type { TextBatches } from '../../common/in-slices';
import type { FiledLead } from '../../contract/lead';
import { Database } from '../../database/database';
import { exportedRows, type PipelineNames, pipelineNames } from './exported-lead';
import { AccountLeadsService } from '../../leads/reading/account-leads.service';
import { listPipelines } from '../../pipelines/pipeline.queries';

const LEADS_FILE = { type: CSV_TYPE, name: 'leads.csv' };

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

const LINES = [
  headerOf(EXPORT_COLUMNS.slice(0, 11)).join(';') + ';…',
  '(11) 98765-4321;Maria Silva;;VIP;;Outra campanha (utm);02/03/2026 12:30;Vendas;Novo;1200,50;Sim;…',
  '',
];

@AccountApi('leads')
@ApiTag('Owner: people', 'ownerLeads')
export class LeadsExportController {
  constructor(private readonly file: LeadsFile) {}

  @Get('export.csv', 'export')
  @Heavy()
  @ApiOperation('Export the leads of a list as CSV', {
    rules: FILTER_RULES,
    description: `${FILTERS} By \`name\`, \`value\` or \`next_contact\` a file is not sorted: it has the newest leads first. The columns are those of an import, without \`external_id\`; a lead has a row for each of its deals. ${CSV_DIALECT} Phones, values, pipelines, stages and origins are as people write them. An import reads the file, in this account, where it changes nothing, and in another one; docs/imports.md lists what a file cannot carry.`,
    answers: [file('The file.', 'text/csv', LINES.join('\r\n'))],
  })
  exportAll(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: SearchFilters,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    refuseInvertedDays(query);
    const { account, actor } = caller;
    const batches = this.file.batches(account.id, actor, namedIn(query, caller), leaving);
    const record = () => this.file.record(account.id, actor);
    return streamAnswer(request, response, { ...LEADS_FILE, batches, record });
  }
}
