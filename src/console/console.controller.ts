import { Controller, Get, Next, Param, Res } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
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
  asset(@Param('name') name: string, @Res() response: Response, @Next() next: NextFunction) {
    const file = this.pages.asset(name);
    if (file) send(response, file, `public, max-age=${YEAR_SECONDS}, immutable`);
    // Answered as every unknown route is, behind the limit of those.
    else next();
  }
}

function send(response: Response, { type, content }: PageFile, caching: string): void {
  response.set({ 'Content-Type': type, 'Cache-Control': caching }).send(content);
}
