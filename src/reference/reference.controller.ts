import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/config';
import { missing } from '../common/api-error';
import { AddressLimitGuard } from '../common/rate-limit/limit.guard';
import { serveFile, BuiltSite, compressed, type ServedFile } from '../common/site/built-site';
import { buildDocument, type Document } from './document';
import { partnerDocument, documentText } from './partner-document';

/** Files of `/docs`, ready to be sent. */
class ReferenceFiles {
  private constructor(
    readonly site: BuiltSite,
    /** The page for `/docs/` and for `/docs`, where the browser resolves its files differently. */
    readonly pages: { readonly inDocs: ServedFile; readonly besideDocs: ServedFile },
    readonly documents: ReadonlyMap<string, ServedFile>,
  ) {}

  static async make(publicUrl: string): Promise<ReferenceFiles> {
    const site = new BuiltSite('reference');
    const { page } = site;
    const document = buildDocument(publicUrl);
    const json = (one: Document) => fileOf(documentText(one), 'application/json; charset=utf-8');
    const [besideDocs, openapi, partner] = await Promise.all([
      fileOf(page.content.toString().replaceAll('"./', '"docs/'), page.type),
      json(document),
      json(partnerDocument(document)),
    ]);
    const documents = new Map([
      ['openapi.json', openapi],
      ['partner.json', partner],
    ]);
    return new ReferenceFiles(site, { inDocs: page, besideDocs }, documents);
  }
}

async function fileOf(text: string, type: string): Promise<ServedFile> {
  const content = Buffer.from(text);
  return { type, content, codings: await compressed(content) };
}

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
    serveFile(request, response, request.path.endsWith('/') ? pages.inDocs : pages.besideDocs, 'revalidated');
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
    serveFile(request, response, file, 'revalidated');
  }

  /** Read and made once, on the first request. */
  private files(): Promise<ReferenceFiles> {
    return (this.made ??= ReferenceFiles.make(this.config.publicUrl));
  }
}
