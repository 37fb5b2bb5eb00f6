import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Param, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { ApiError } from '../common/api-error';
import { AddressLimitGuard } from '../common/rate-limit/address-limits';
import { Config } from '../config';
import { buildDocument } from './document';
import { CONTENT_SECURITY_POLICY, PAGE, START_SCRIPT, VIEWER_FILES } from './page';
import { postmanCollection } from './postman';

/** The API reference, for people and for tools; outside the API. */
@Controller('docs')
@UseGuards(AddressLimitGuard)
export class ReferenceController {
  private files: ReadonlyMap<string, Buffer> | undefined;

  constructor(private readonly config: Config) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Referrer-Policy', 'no-referrer')
  page(): string {
    return PAGE;
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    const file = this.allFiles().get(name);
    if (file === undefined) throw new ApiError('not_found');
    response.type(name).send(file);
  }

  /** Read and made once, when the first of them is asked for: every answer sends the same bytes. */
  private allFiles(): ReadonlyMap<string, Buffer> {
    if (this.files) return this.files;
    const document = buildDocument(this.config.publicUrl);
    const made = {
      'start.js': START_SCRIPT,
      'openapi.json': JSON.stringify(document),
      'postman.json': JSON.stringify(postmanCollection(document)),
    };
    this.files = new Map([
      ...VIEWER_FILES.map((name): [string, Buffer] => [name, readFileSync(require.resolve(`swagger-ui-dist/${name}`))]),
      ...Object.entries(made).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ]);
    return this.files;
  }
}
