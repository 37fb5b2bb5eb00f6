// Compiles folders into dist by swc (.swcrc), without a check of types (`npm run typecheck`).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** In each compiled folder: the hashes of the compiled sources. */
const RECORD = '.compiled.json';

const SOURCE = /(?<!\.spec|\.d)\.ts$/;

const read = (file) => readFileSync(file, 'utf8');

/** Lists the files below a folder. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** Compiles each file whose content has changed, and removes what no longer has a source. Returns whether anything changed. */
export async function compile(folders) {
  const options = read('.swcrc');
  const compiler = options + JSON.parse(read('package.json')).devDependencies['@swc/core'];
  const changes = await Promise.all(folders.map((folder) => compileFolder(folder, compiler, JSON.parse(options))));
  return changes.includes(true);
}

async function compileFolder(folder, compiler, options) {
  const built = join('dist', folder);
  mkdirSync(built, { recursive: true });
  const record = join(built, RECORD);
  const before = recordIn(record);
  const present = new Set(filesIn(built));
  const now = {};
  const wanted = new Set([record]);
  const changed = [];
  for (const file of filesIn(folder)) {
    if (!SOURCE.test(file)) continue;
    const code = read(file);
    const output = join('dist', file.replace(/\.ts$/, '.js'));
    now[file] = createHash('sha256').update(compiler).update(code).digest('hex');
    wanted.add(output).add(`${output}.map`);
    if (before[file] !== now[file] || !present.has(output)) changed.push({ file, code, output });
  }
  const stale = [...present].filter((path) => !wanted.has(path));
  if (changed.length + stale.length === 0) return false;
  // Written again at the end, so that everything is compiled after an interruption.
  rmSync(record, { force: true });
  for (const path of stale) rmSync(path, { force: true });
  await Promise.all(changed.map((file) => compileFile(file, options)));
  writeFileSync(record, JSON.stringify(now));
  return true;
}

/** Reads what was compiled; nothing after an interruption. */
function recordIn(file) {
  try {
    return JSON.parse(read(file));
  } catch {
    return {};
  }
}

async function compileFile({ file, code, output }, options) {
  const { transform } = await import('@swc/core');
  const folder = dirname(output);
  const names = { filename: file, sourceFileName: relative(folder, file).replaceAll('\\', '/') };
  const { code: compiled, map } = await transform(code, { ...options, ...names, swcrc: false }).catch((error) => {
    // The rest of the text is about the compiler's own code.
    throw new Error(error.message.split('\n\n\nCaused by')[0]);
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(output, compiled);
  writeFileSync(`${output}.map`, map);
}

/** Compiles the service, which reads its version from package.json. Returns whether anything changed. */
export async function compileService() {
  const isChanged = await compile(['src', 'migrations']);
  const [from, to] = ['package.json', 'dist/package.json'];
  if (existsSync(to) && read(to) === read(from)) return isChanged;
  writeFileSync(to, read(from));
  return true;
}
