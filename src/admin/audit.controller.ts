import { Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../common/http/caller-left';
import { type AuditFilters, auditView } from './audit-trail.queries';
import { CSV_TYPE } from '../common/csv';
import { IsOneOf, IsSentId, Must, Optional, SENT_ID } from '../common/input/fields';
import { idOf } from '../common/input/id.pipe';
import { IsDay } from '../common/input/moment.field';
import { IsCursor, IsLimit, type PageQuery } from '../common/input/paging';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy-calls';
import { streamAnswer } from '../auth/access/stream-answer';
import { AuditTrailService } from './audit-trail.service';
import { AUDIT_ACTIONS, AUDIT_ENTRY, type AuditAction, type AuditEntry } from '../contract/audit';
import { IDS, NOW } from '../contract/document/examples';
import { file, page, type Rule, ApiOperation, ApiTag, CSV_DIALECT } from '../contract/document/route-text';

const ENTRY: AuditEntry = {
  id: IDS.notification,
  at: NOW,
  actor: { type: 'owner', id: IDS.account },
  address: '203.0.113.7',
  action: 'person.exported',
  subject: { type: 'lead', id: IDS.lead },
  details: null,
  lead_id: IDS.lead,
};

const LINES = [
  'Quando;Quem;Identificador de quem;Endereço;Ação;Sobre o quê;Identificador;Registro;Lead;Detalhes',
  `02/03/2026 12:30;owner;${IDS.account};203.0.113.7;person.exported;lead;${IDS.lead};${IDS.notification};${IDS.lead};`,
  '',
];

const DESCRIPTION =
  'Sign-ins, keys, exports, erasures, merges, decisions on held submissions, imports, changed values and closings of deals, changes of ' +
  'several leads, of pipelines, stages, rotas and reasons of a loss, and of owner and plan: by figures and ids, never ' +
  'by content. A person is named by a lead; without one by the conversation, the held submission or the import. ' +
  'Entries are never changed. `from` and `to` are Brasília days, both included. `person` is a member or `operator`; `lead_id` ' +
  'also finds what was done to leads that were merged into it.';

const ORDER_RULES: readonly Rule[] = [{ fields: ['from'], rule: '`from` is not after `to`.' }];

const IsPerson = (): PropertyDecorator =>
  Must((value) => typeof value === 'string' && value !== '', 'deve ser uma pessoa da equipe ou operator', {
    ...SENT_ID,
    type: 'string',
    minLength: 1,
  });

class AuditExportQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
  @Optional() @IsPerson() person?: string;
  @Optional() @IsOneOf(AUDIT_ACTIONS) action?: AuditAction;
  @Optional() @IsSentId() lead_id?: string;
}

class AuditQuery extends AuditExportQuery implements PageQuery {
  @IsLimit() limit?: string;
  @IsCursor() cursor?: string;
}

const filtersOf = ({ from, to, person, action, lead_id }: AuditExportQuery): AuditFilters => ({
  from,
  to,
  person: person === 'operator' || person === undefined ? person : { memberId: idOf(person) },
  action,
  leadId: lead_id === undefined ? undefined : idOf(lead_id),
});

const FILE = { type: CSV_TYPE, name: 'auditoria.csv' };

@AccountApi('audit')
@ApiTag('Owner: account')
export class AuditController {
  constructor(private readonly trail: AuditTrailService) {}

  @Get('', 'audit')
  @ApiOperation('List who did what in the account, newest first', {
    rules: ORDER_RULES,
    description: DESCRIPTION,
    answers: [page(AUDIT_ENTRY, ENTRY)],
  })
  async list(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: AuditQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { rows, nextCursor } = await this.trail.list(account, query, filtersOf(query), leaving);
    return { data: rows.map(auditView), next_cursor: nextCursor };
  }

  @Get('export.csv', 'audit')
  @Heavy()
  @ApiOperation('Export the audit trail as CSV, newest first', {
    rules: ORDER_RULES,
    description: `Every entry that the filters leave. ${CSV_DIALECT} Actions and types are the codes of the list, details its JSON.`,
    answers: [file('The file.', 'text/csv', LINES.join('\r\n'))],
  })
  async export(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: AuditExportQuery,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    return streamAnswer(request, response, { ...FILE, batches: this.trail.csv(account.id, filtersOf(query), leaving) });
  }
}
