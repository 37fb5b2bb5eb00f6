import { readFile } from 'node:fs/promises';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiError } from '../common/api-error';
import { Config } from '../config';
import { buildDocument } from './document';
import { CONTENT_SECURITY_POLICY, PAGE, START_SCRIPT, VIEWER_FILES } from './page';
import { postmanCollection } from './postman';

/** The API reference, for people and for tools; outside the API and without limits. */
@Controller('docs')
export class ReferenceController {
  private files: ReadonlyMap<string, string> | undefined;

  constructor(private readonly config: Config) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Referrer-Policy', 'no-referrer')
  page(): string {
    return PAGE;
  }

  @Get(':file')
  async file(@Param('file') name: string, @Res() response: Response): Promise<void> {
    const file = VIEWER_FILES.includes(name) ? await viewerFile(name) : this.madeFiles().get(name);
    if (file === undefined) throw new ApiError('not_found');
    response.type(name).send(file);
  }

  /** Made when the first of them is asked for. */
  private madeFiles(): ReadonlyMap<string, string> {
    if (this.files) return this.files;
    const document = buildDocument(this.config.publicUrl);
    this.files = new Map([
      ['start.js', START_SCRIPT],
      ['openapi.json', JSON.stringify(document)],
      ['postman.json', JSON.stringify(postmanCollection(document))],
    ]);
    return this.files;
  }
}

const viewerFile = (name: string): Promise<Buffer> => readFile(require.resolve(`swagger-ui-dist/${name}`));
