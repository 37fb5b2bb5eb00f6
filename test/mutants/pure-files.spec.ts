import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { EXPLAINED } from './explained';
import { PURE_FILES, specsOf, UNREAD_FOLDERS } from './pure-files';

/** Packages that make a file more than rules: frameworks, the database, other processes, files. */
const IMPURE =
  /^(?:@nestjs\/|typeorm$|pg$|pg-protocol$|ioredis$|prom-client$|class-(?:validator|transformer)$|pino$|node:(?:fs|child_process|http))/;
/** Files that import one of these and are rules anyway. */
const READS_FILES: Readonly<Record<string, string>> = {
  'src/command-settings.ts': 'reads the operator token of the embedded database',
  'src/config.ts': 'the only reader of the environment',
};

/** The packages that a file needs when it runs, so without imports of types. */
function neededBy(file: string): string[] {
  const source = ts.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, experimentalDecorators: true },
  }).outputText;
  return [...source.matchAll(/require\("([^"]+)"\)/g)].map(([, name = '']) => name);
}

const withSpec = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/').replace(/\.spec\.ts$/, '.ts')}`);
const isPure = (file: string): boolean => file in READS_FILES || !neededBy(file).some((name) => IMPURE.test(name));

it('every pure file with its own spec is tested by mutation', () => {
  expect(withSpec.length).toBeGreaterThan(25);
  expect(withSpec.filter((file) => isPure(file) && !PURE_FILES.includes(file))).toEqual([]);
});

it('every file that is tested by mutation exists, is pure, has its spec, and is named once, in order', () => {
  expect(PURE_FILES.filter((file) => !existsSync(file))).toEqual([]);
  expect(PURE_FILES.filter((file) => !isPure(file))).toEqual([]);
  expect(PURE_FILES.filter((file) => !withSpec.includes(file))).toEqual([]);
  expect(PURE_FILES).toEqual([...new Set(PURE_FILES)].sort());
});

it('every explanation is of a line that exists', () => {
  const gone = EXPLAINED.filter(({ file, line }) => !readFileSync(file, 'utf8').includes(line));
  expect(gone).toEqual([]);
  expect(EXPLAINED.filter(({ file }) => !PURE_FILES.includes(file))).toEqual([]);
});

it('no spec of a pure file reads a folder that is not copied for it', () => {
  const reads = (spec: string): string[] => neededBy(spec).map((name) => posix.join(posix.dirname(spec), name));
  const isUnread = (file: string): boolean => UNREAD_FOLDERS.some((folder) => file.startsWith(`${folder}/`));
  const importing = PURE_FILES.flatMap(specsOf).filter((spec) => reads(spec).some(isUnread));
  expect(importing).toEqual([]);
});
