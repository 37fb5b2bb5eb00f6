import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';

/** Codings of files, the smallest first, with their file endings. */
export const CODINGS = { br: '.br', gzip: '.gz' } as const;
export type Coding = keyof typeof CODINGS;

/** Compresses the content in each coding that makes it smaller; slow, on other threads. */
export async function compressed(content: Buffer): Promise<Partial<Record<Coding, Buffer>>> {
  // The highest quality takes ten times as long, for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { ...(br.length < content.length && { br }), ...(gz.length < content.length && { gzip: gz }) };
}

/** A file read and compressed once, so that every answer has the same bytes. */
export interface ServedFile {
  readonly type: string;
  readonly content: Buffer;
  readonly codings: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** Cache lifetime: for ever where the name changes with the content, else revalidated. */
const CACHING = { forever: 'public, max-age=31536000, immutable', revalidated: 'no-cache' } as const;

/** Answers with the file in the preferred coding; uncompressed when none is accepted. */
export function serveFile(request: Request, response: Response, file: ServedFile, caching: keyof typeof CACHING): void {
  const { type, content, codings } = file;
  const offered = Object.keys(codings) as Coding[];
  const [coding] = new Negotiator(request).encodings([...offered, 'identity'], { preferred: offered });
  const body = codings[coding as Coding];
  response.vary('Accept-Encoding');
  if (body) response.set('Content-Encoding', coding);
  response.set({ 'Content-Type': type, 'Cache-Control': CACHING[caching] }).send(body ?? content);
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** `dist/pages`, relative to the compiled service and to the source, for tests. */
const FOLDERS = ['../../../pages', '../../../dist/pages'].map((path) => join(__dirname, path));

/** A built page and its assets, read once; requests are looked up here, never in the file system. */
export class BuiltSite {
  readonly page: ServedFile;
  private readonly assets: ReadonlyMap<string, ServedFile>;

  constructor(name: 'console' | 'reference') {
    const folder = FOLDERS.map((path) => join(path, name)).find((path) => existsSync(join(path, 'index.html')));
    if (!folder) throw new Error(`The pages of the ${name} are missing: run \`npm run build\`.`);
    this.page = read(folder, 'index.html');
    const assets = join(folder, 'assets');
    const names = readdirSync(assets).filter((file) => !ENDINGS.includes(extname(file)));
    this.assets = new Map(names.map((file) => [file, read(assets, file)]));
  }

  /** Returns a file of the page; its name changes with its content. */
  asset(name: string): ServedFile | undefined {
    return this.assets.get(name);
  }
}

const ENDINGS: readonly string[] = Object.values(CODINGS);

function read(folder: string, name: string): ServedFile {
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`No content type is known for ${name}.`);
  const path = join(folder, name);
  const codings = (Object.keys(CODINGS) as Coding[]).filter((coding) => existsSync(path + CODINGS[coding]));
  return {
    type,
    content: readFileSync(path),
    codings: Object.fromEntries(codings.map((coding) => [coding, readFileSync(path + CODINGS[coding])])),
  };
}
