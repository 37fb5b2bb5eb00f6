import { HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Leaving } from '../common/http/caller-left';
import { readCsvBody } from '../common/http/file-body';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/page.dto';
import { ImportsService } from './imports.service';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy.interceptor';
import { forAllRows, ImportFileQuery, ReadingQuery } from './import-file.dto';
import { streamAnswer } from '../auth/access/stream-answer';
import { Described } from '../contract/document/described';
import { IMPORTS_TEXTS } from './imports.texts';

const REFUSED_FILE = { type: 'text/csv; charset=utf-8', name: 'recusadas.csv' };

@AccountApi('imports')
@Described(IMPORTS_TEXTS)
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  // No @JsonBody(): the file is not JSON, and is larger.
  @Post('', 'imports')
  @HttpCode(202)
  @Heavy()
  async start(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Req() request: Request,
    @Query() query: ImportFileQuery,
  ) {
    const { mapping, file_name: name } = query;
    const file = { bytes: await readCsvBody(request), mapping, said: forAllRows(query), name };
    return { data: await this.imports.start(account.id, file, actor) };
  }

  @Post('preview', 'imports')
  @HttpCode(200)
  @Heavy()
  async preview(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Req() request: Request,
    @Query() query: ReadingQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const file = { bytes: await readCsvBody(request), mapping: query.mapping, said: forAllRows(query) };
    return { data: await this.imports.preview(account.id, file, leaving) };
  }

  @Post(':id/refused.csv', 'imports')
  @HttpCode(200)
  @Heavy()
  async refused(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    const texts = await this.imports.refused(account.id, id, await readCsvBody(request), leaving);
    return streamAnswer(request, response, { ...REFUSED_FILE, batches: [texts] });
  }

  @Get('', 'imports')
  async list(@CurrentAccountCaller() { account }: AccountCaller, @Query() query: PageQuery) {
    const { imports, nextCursor } = await this.imports.list(account, query);
    return { data: imports, next_cursor: nextCursor };
  }

  @Get(':id', 'imports')
  async get(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: PageQuery,
  ) {
    const { data, nextCursor } = await this.imports.get(account, id, query);
    return { data, next_cursor: nextCursor };
  }
}
