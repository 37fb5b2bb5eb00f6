import { Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Leaving } from '../../common/http/caller-left';
import { auditView } from '../audit-entry';
import { CSV_TYPE } from '../../common/csv/csv-line';
import { Optional } from '../../common/input/fields';
import { IsDay } from '../../common/input/moment.field';
import { PageQuery } from '../../common/input/page.dto';
import { AccountApi, Get } from '../../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../../auth/access/account-caller';
import { Heavy } from '../../auth/access/heavy.interceptor';
import { streamAnswer } from '../../auth/access/stream-answer';
import { Described } from '../../contract/document/described';
import { AuditTrailService } from './audit-trail.service';
import { AUDIT_TEXTS } from './audit.texts';

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
@Described(AUDIT_TEXTS)
export class AuditController {
  constructor(private readonly trail: AuditTrailService) {}

  @Get('', 'audit')
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
