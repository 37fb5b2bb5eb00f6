import { readdirSync, readFileSync } from 'node:fs';

/** SQL follows the order of the folders, as imports do: a file names only tables with an entity in its folder or to the left of it. */

const CONFIG = readFileSync('eslint.config.mjs', 'utf8');
const namesIn = (list: string): string[] =>
  [...(new RegExp(`const ${list} = \\[([^\\]]*)\\]`).exec(CONFIG)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, name = '']) => name,
  );
const [FOLDERS, ROOMS] = [namesIn('FOLDERS'), namesIn('ROOMS')];

/** The place of a file in the order of folders; files outside the folders use all of them. */
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

it('knows the tables and the folders', () => {
  expect([tables.size, FOLDERS.length, ROOMS.length]).toEqual([30, 15, 7]);
});

it('a folder names only tables of its own and of those to its left', () => {
  const named = files.flatMap((path) =>
    tablesOf(readFileSync(path, 'utf8')).map((table) => ({
      path,
      table,
      isLeft: (tables.get(table) ?? 0) <= placeOf(path),
    })),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ isLeft }) => !isLeft).map(({ path, table }) => `${path}: ${table}`)).toEqual([]);
});
