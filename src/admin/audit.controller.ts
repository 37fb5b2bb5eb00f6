import { Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../common/http/caller-left';
import { auditView } from '../audit/audit.queries';
import { CSV_TYPE } from '../common/csv';
import { Optional } from '../common/input/fields';
import { IsDay } from '../common/input/moment.field';
import { PageQuery } from '../common/input/paging';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy-calls';
import { streamAnswer } from '../auth/access/stream-answer';
import { AuditTrailService } from './audit-trail.service';
import { AUDIT_ENTRY, type AuditEntry } from '../contract/audit';
import { IDS, NOW } from '../contract/document/examples';
import { file, page, type Rule, ApiOperation, ApiTag, CSV_DIALECT } from '../contract/document/route-text';

const ENTRY: AuditEntry = {
  id: IDS.notification,
  at: NOW,
  actor: { type: 'owner', id: IDS.account },
  address: '203.0.113.7',
  action: 'person.exported',
  subject: { type: 'lead', id: IDS.lead },
};

const LINES = [
  'Quando;Quem;Identificador de quem;Endereço;Ação;Sobre o quê;Identificador;Registro',
  `02/03/2026 12:30;owner;${IDS.account};203.0.113.7;person.exported;lead;${IDS.lead};${IDS.notification}`,
  '',
];

const DESCRIPTION =
  'Sign-ins, keys, exports, erasures, merges, decisions on held submissions, imports, and changes of owner and plan: by ids, never ' +
  'by content. A person is named by a lead; without one by the conversation, the held submission or the import. ' +
  'Entries are never changed. `from` and `to` are Brasília days, both included.';

const ORDER_RULES: readonly Rule[] = [{ fields: ['from'], rule: '`from` is not after `to`.' }];

class AuditQuery extends PageQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}

class AuditExportQuery {
  @Optional() @IsDay() from?: string;
  @Optional() @IsDay() to?: string;
}

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
    const { rows, nextCursor } = await this.trail.list(account, query, leaving);
    return { data: rows.map(auditView), next_cursor: nextCursor };
  }

  @Get('export.csv', 'audit')
  @Heavy()
  @ApiOperation('Export the audit trail as CSV, newest first', {
    rules: ORDER_RULES,
    description: `Every entry of the period. ${CSV_DIALECT} Actions and types are the codes of the list.`,
    answers: [file('The file.', 'text/csv', LINES.join('\r\n'))],
  })
  async export(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: AuditExportQuery,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    return streamAnswer(request, response, { ...FILE, batches: this.trail.csv(account.id, query, leaving) });
  }
}
