import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { missing } from '../common/missing';
import { AddressLimitGuard } from '../common/rate-limit/address-limits';
import { serveFile } from '../common/site/served-file';
import { Config } from '../config/config';
import { ReferenceFiles } from './reference-files';

/** Only our own files; the viewer's script sets styles, markup never does. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** API reference for people and tools; outside the API. */
@Controller()
@UseGuards(AddressLimitGuard)
export class ReferenceController {
  private made: Promise<ReferenceFiles> | undefined;

  constructor(private readonly config: Config) {}

  // With and without the slash: routing is strict.
  @Get('docs{/}')
  async page(@Req() request: Request, @Res() response: Response) {
    const { pages } = await this.files();
    response.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Referrer-Policy': 'no-referrer' });
    serveFile(request, response, request.path.endsWith('/') ? pages.inDocs : pages.besideDocs, 'asked');
  }

  @Get('docs/assets/:name')
  async asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response) {
    const file = (await this.files()).site.asset(name);
    if (!file) throw missing('file');
    serveFile(request, response, file, 'forever');
  }

  @Get('docs/:name')
  async document(@Param('name') name: string, @Req() request: Request, @Res() response: Response) {
    const file = (await this.files()).documents.get(name);
    if (!file) throw missing('file');
    serveFile(request, response, file, 'asked');
  }

  /** Read and made once, on the first request. */
  private files(): Promise<ReferenceFiles> {
    return (this.made ??= ReferenceFiles.make(this.config.publicUrl));
  }
}
