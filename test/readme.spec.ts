import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ERRORS } from '../src/common/api-error';
import { buildDocument } from '../src/reference/document';

const readme = readFileSync('README.md', 'utf8');
const partnerRoutes = Object.entries(buildDocument('http://entrada.test').paths)
  .filter(([path]) => path.startsWith('/api/v1/'))
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, route]) => ({ path, method, route })));

describe('README.md', () => {
  it('lists every route of the partner API with its permission', () => {
    const listed = [...readme.matchAll(/^\| `([A-Z]+ \/api\/v1\/\S+)`\s+\| `(\S+)`/gm)].map(([, route, permission]) => [
      route,
      `Permission: \`${permission}\`.`,
    ]);
    const told = partnerRoutes.map(({ path, method, route }) => [
      `${method.toUpperCase()} ${path}`,
      /^Permission: `\S+`\./.exec(route.description ?? '')?.[0],
    ]);
    expect(listed.sort()).toEqual(told.sort());
  });

  it('lists every code of the partner API beside its status', () => {
    const listed = [...readme.matchAll(/^\| (\d{3})\s+\| (.*?) \|/gm)].flatMap(([, status, codes = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
    );
    const told = partnerRoutes.flatMap(({ route }) =>
      Object.entries(route.responses).flatMap(([status, { content }]) =>
        Object.keys(content?.['application/json']?.examples ?? {}).map((code) => `${status} ${code}`),
      ),
    );
    expect([...new Set(listed)].sort()).toEqual([...new Set(told)].sort());
    expect(listed.every((line) => (line.split(' ')[1] ?? '') in ERRORS)).toBe(true);
  });
});

it('docs/security.md names tests that are there', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`(test\/[\w-]+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(new Set(named).size).toBeGreaterThan(15);
  expect(named.filter((name) => !existsSync(name) && !existsSync(`${name}.e2e-spec.ts`))).toEqual([]);
});

it.each([
  'README.md',
  'SECURITY.md',
  'docs/quick-start.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/privacy.md',
  'docs/security.md',
])('%s links to files that are there', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/(?<!!)\[[^\]]*\]\(([^)#]+)(?:#[^)]*)?\)/g)];
  const files = links.map(([, target]) => target ?? '').filter((target) => !/^https?:/.test(target));
  expect(files.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
});
