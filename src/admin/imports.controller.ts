import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Leaving } from '../common/caller-left';
import { readCsvBody } from '../common/csv-body';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { ImportsService } from '../imports/imports.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, type AdminRequest, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { forAllRows, ImportFileQuery, ReadingQuery } from './import-file.dto';
import { sendFile } from './send-file';

const REFUSED_FILE = { type: 'text/csv; charset=utf-8', name: 'recusadas.csv' };

@OwnerApi('imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  // No @Body(): the guard would read it as JSON, with the size limit of JSON.
  @Post()
  @HttpCode(202)
  @Heavy()
  async start(
    @CurrentAdmin() { account, actor }: AdminCaller,
    @Req() request: Request,
    @Query() query: ImportFileQuery,
  ) {
    const { mapping, file_name: name } = query;
    const file = { bytes: await readCsvBody(request), mapping, said: forAllRows(query), name };
    return { data: await this.imports.start(account.id, file, actor) };
  }

  @Post('preview')
  @HttpCode(200)
  @Heavy()
  async preview(
    @CurrentAdmin() { account }: AdminCaller,
    @Req() request: Request,
    @Query() query: ReadingQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const file = { bytes: await readCsvBody(request), mapping: query.mapping, said: forAllRows(query) };
    return { data: await this.imports.preview(account.id, file, leaving) };
  }

  @Post(':id/refused.csv')
  @HttpCode(200)
  @Heavy()
  async refused(
    @CurrentAdmin() { account }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Req() request: AdminRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    const pieces = await this.imports.refused(account.id, id, await readCsvBody(request), leaving);
    return sendFile(request, response, REFUSED_FILE, pieces);
  }

  @Get()
  async list(@CurrentAdmin() { account }: AdminCaller, @Query() query: PageQuery) {
    const { imports, nextCursor } = await this.imports.list(account, query);
    return { data: imports, next_cursor: nextCursor };
  }

  @Get(':id')
  async get(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string, @Query() query: PageQuery) {
    const { data, nextCursor } = await this.imports.get(account, id, query);
    return { data, next_cursor: nextCursor };
  }
}
