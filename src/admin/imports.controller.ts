import { Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { readCsvBody } from '../common/csv-body';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { ImportsService } from '../imports/imports.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';

@OwnerApi('imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  // No @Body(): the guard would read it as JSON, with the size limit of JSON.
  @Post()
  @HttpCode(202)
  async start(@CurrentAdmin() { account, actor }: AdminCaller, @Req() request: Request) {
    return { data: await this.imports.start(account.id, await readCsvBody(request), actor) };
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
