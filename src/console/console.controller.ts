import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { ApiError } from '../common/api-error';
import { AddressLimitGuard } from '../common/rate-limit/address-limits';
import { BuiltPages, type PageFile } from './built-pages';

/** Nothing but the page's own files and the service's own API; no inline script or style. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const YEAR_SECONDS = 31_536_000;

/** The owner's pages. They find their way behind the #, so one page and its assets are all there is. */
@Controller()
@UseGuards(AddressLimitGuard)
export class ConsoleController {
  constructor(private readonly pages: BuiltPages) {}

  // With and without the slash: routing is strict.
  @Get('console{/}')
  page(@Res() response: Response) {
    response.set({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'same-origin',
    });
    send(response, this.pages.page, 'no-cache');
  }

  @Get('console/assets/:name')
  asset(@Param('name') name: string, @Res() response: Response) {
    const file = this.pages.asset(name);
    if (!file) throw new ApiError('not_found');
    send(response, file, `public, max-age=${YEAR_SECONDS}, immutable`);
  }
}

function send(response: Response, { type, content }: PageFile, caching: string): void {
  response.set({ 'Content-Type': type, 'Cache-Control': caching }).send(content);
}
