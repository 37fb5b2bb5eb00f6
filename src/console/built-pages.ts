import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the console as it is sent. */
export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** `dist/pages`, as seen from the compiled service and, in the tests, from its source. */
const FOLDERS = ['../../pages', '../../dist/pages'].map((path) => join(__dirname, path));

/** The console as `npm run build` left it, read once: what a caller asks for is looked up here and never in the file system. */
export class BuiltPages {
  readonly page: PageFile;
  private readonly assets: ReadonlyMap<string, PageFile>;

  constructor() {
    const folder = FOLDERS.find((path) => existsSync(join(path, 'index.html')));
    if (!folder) throw new Error('The pages of the console are missing: run `npm run build`.');
    this.page = read(folder, 'index.html');
    const assets = join(folder, 'assets');
    this.assets = new Map(readdirSync(assets).map((name) => [name, read(assets, name)]));
  }

  /** A file that the page refers to; its name changes with its content. */
  asset(name: string): PageFile | undefined {
    return this.assets.get(name);
  }
}

function read(folder: string, name: string): PageFile {
  const type = TYPES[extname(name)];
  if (!type) throw new Error(`No content type is known for ${name}.`);
  return { type, content: readFileSync(join(folder, name)) };
}
