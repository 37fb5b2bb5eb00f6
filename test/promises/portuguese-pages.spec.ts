import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { formPage } from '../../console/pages/start/form-page';
import { buildDocument, documentedRoutes } from '../support/document';

const PAGES = readdirSync('docs/pt').map((name) => `docs/pt/${name}`);
const read = (file: string): string => readFileSync(file, 'utf8');

const programs = [
  ...readdirSync('docs/quick-start').map((name) => read(`docs/quick-start/${name}`)),
  formPage('https://entrada.test'),
].join(' ');

it.each(PAGES)('%s names only routes that there are', (page) => {
  const routes = new Set(documentedRoutes(buildDocument('http://entrada.test')));
  const named = [...read(page).matchAll(/\b(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[\w{}/.-]*\w}?)/g)];
  const isThere = (method: string, path: string): boolean =>
    ['', '/api/v1', '/admin/v1'].some((base) => routes.has(`${method} ${base}${path}`));
  expect(named.filter(([, method = '', path = '']) => !isThere(method, path)).map(([text]) => text)).toEqual([]);
});

it.each(PAGES)('%s names only settings that something reads', (page) => {
  const known = `${read('.env.example')} ${read('src/import.ts')} ${programs}`;
  const named = read(page).match(/\b(?:[A-Z]+_[A-Z_]+|HOST|PORT)\b/g) ?? [];
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(known))).toEqual([]);
});

it.each(PAGES)('%s names only files that are there, or that it tells to make', (page) => {
  const named = [...read(page).matchAll(/\b([\w-]+\.(?:sh|mjs|py|php|gs|md|yml))\b/g)].map(([, name = '']) => name);
  const isThere = (name: string): boolean =>
    ['.', 'docs', 'docs/pt', 'docs/quick-start'].some((folder) => existsSync(`${folder}/${name}`));
  expect(new Set(named.filter((name) => !isThere(name)))).toEqual(
    new Set(page.endsWith('quick-start.md') ? ['contato.php'] : []),
  );
});
