import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Coding, CODINGS } from './compressed';
import type { ServedFile } from './served-file';

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
