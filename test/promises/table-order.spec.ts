import { readdirSync, readFileSync } from 'node:fs';

/** SQL follows the folder order of imports: a file names only tables with an entity in its folder or to its left. */

const CONFIG = readFileSync('eslint.config.mjs', 'utf8');
const namesIn = (list: string): string[] =>
  [...(new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(CONFIG)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, name = '']) => name,
  );
const [FOLDERS, ROOMS] = [namesIn('FOLDERS'), namesIn('ROOMS')];

/** Returns the place of a file in the folder order. Files outside the folders may use all of them. */
function placeOf(path: string): number {
  const [, folder = '', room = ''] = path.split('/');
  const place = FOLDERS.indexOf(folder);
  if (place < 0) return FOLDERS.length;
  const inside = folder === 'leads' ? ROOMS.indexOf(room) : 0;
  return place + (inside < 0 ? ROOMS.length : inside) / 100;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
const tables = new Map(
  files
    .filter((path) => path.endsWith('.entity.ts'))
    .map((path) => [/@Entity\('(\w+)'\)/.exec(readFileSync(path, 'utf8'))?.[1] ?? '', placeOf(path)]),
);

/** The tables that the SQL of a file names. */
const tablesOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|into|update|using)\s+([a-z_]+)\b/g)]
    .map(([, name = '']) => name)
    .filter((name) => tables.has(name));

it('knows the table of every entity, and every folder of the linter', () => {
  expect([...tables.keys()]).not.toContain('');
  const foldersOf = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect([FOLDERS.toSorted(), ROOMS.toSorted()]).toEqual([foldersOf('src').sort(), foldersOf('src/leads').sort()]);
});

it('a folder names only tables of its own and of those to its left', () => {
  const named = files.flatMap((path) =>
    tablesOf(readFileSync(path, 'utf8')).map((table) => ({
      path,
      table,
      isLeft: (tables.get(table) ?? 0) <= placeOf(path),
    })),
  );
  expect(named).not.toEqual([]);
  expect(named.filter(({ isLeft }) => !isLeft).map(({ path, table }) => `${path}: ${table}`)).toEqual([]);
});
