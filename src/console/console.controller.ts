import { Controller, Get, Param, Req, Res, UseGuards, Module } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BuiltSite, serveFile } from '../common/site/built-site';
import { missing } from '../common/api-error';
import { noRoute } from '../common/http/not-found.controller';
import { AddressLimitGuard } from '../common/rate-limit/limit.guard';

/** Only the pages' own files and the service's own API; no inline script or style. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  // The preview of a form.
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Pages of the owner. The place inside them follows the #, so one page and its assets are enough. */
@Controller()
@UseGuards(AddressLimitGuard)
export class ConsoleController {
  private readonly site = new BuiltSite('console');

  /** Redirects browsers to the pages, and tells others where the documentation is. */
  @Get()
  start(@Req() request: Request, @Res() response: Response) {
    response.vary('Accept');
    if (request.accepts('json', 'html') !== 'html') throw noRoute(request, response);
    response.redirect('/console');
  }

  // With and without the slash: routing is strict.
  @Get('console{/}')
  page(@Req() request: Request, @Res() response: Response) {
    response.set({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
    });
    serveFile(request, response, this.site.page, 'revalidated');
  }

  @Get('console/assets/:name')
  asset(@Param('name') name: string, @Req() request: Request, @Res() response: Response) {
    const file = this.site.asset(name);
    if (!file) throw missing('file');
    serveFile(request, response, file, 'forever');
  }
}

@Module({ controllers: [ConsoleController] })
export class ConsoleModule {}
