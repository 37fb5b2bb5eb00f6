import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Config } from '../../src/config/config';
import { ERRORS } from '../../src/contract/error';
import { buildDocument } from '../support/document';
import { anchorOf, linksIn, sectionsOf, textUnder } from '../support/doc-page';

const readme = readFileSync('README.md', 'utf8');
const partnerRoutes = Object.entries(buildDocument('http://entrada.test').paths)
  .filter(([path]) => path.startsWith('/api/v1/'))
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, route]) => ({ path, method, route })));

/** True if the file exists. A test may be named without its ending. */
const isThere = (path: string): boolean =>
  ['', '.e2e-spec.ts', '.long-spec.ts', '.services-spec.ts'].some((ending) => existsSync(`${path}${ending}`));

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

  it('lists every code of the partner API with its status', () => {
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

it('docs/security.md names tests that exist', () => {
  const named = [...readFileSync('docs/security.md', 'utf8').matchAll(/`(test\/[\w/-]+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

/** The documentation, in both languages. */
const PAGES = [
  'README.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const DOCUMENTS = PAGES.map((page) => readFileSync(page, 'utf8')).join('\n');

it.each([...PAGES, 'CHANGELOG.md'])('%s links to files and headings that are there', (page) => {
  const links = linksIn(page, readFileSync(page, 'utf8'));
  expect(links.filter(({ path }) => !existsSync(path))).toEqual([]);
  const anchored = links.filter(({ anchor }) => anchor !== '');
  const isThere = ({ path, anchor }: (typeof links)[number]): boolean =>
    sectionsOf(path).some(({ heading }) => anchorOf(heading) === anchor);
  expect(anchored.filter((link) => !isThere(link))).toEqual([]);
});

it('README.md links to every page in Portuguese', () => {
  const linked = linksIn('README.md', readme).map(({ path }) => path);
  const inPortuguese = PAGES.filter((page) => page.startsWith('docs/pt/'));
  expect(inPortuguese.filter((page) => !linked.includes(page))).toEqual([]);
});

describe('the documents', () => {
  it('name every command of package.json, and no other', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = new Set(
      [...DOCUMENTS.matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(test|start)\b)/g)].map(
        ([, name, short = '']) => name ?? short,
      ),
    );
    const isHook = (name: string): boolean => /^(pre|post)/.test(name) && name.replace(/^(pre|post)/, '') in scripts;
    expect(Object.keys(scripts).filter((name) => !isHook(name) && !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !(name in scripts))).toEqual([]);
  });

  it('name only paths that exist', () => {
    const paths = [...DOCUMENTS.matchAll(/`((?:src|test|bench|docs|ops|migrations|console)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('name in docs/testing.md every configuration of jest, with the kind of files that it runs', () => {
    const testing = readFileSync('docs/testing.md', 'utf8');
    const files = ['test', 'bench'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const configurations = ['jest.config.js', ...files.filter((name) => name.endsWith('jest.config.js'))];
    const kinds = new Set(files.flatMap((name) => /\.([\w-]+-)?spec\.ts$/.exec(name)?.[0] ?? []));
    expect(configurations.filter((name) => !testing.includes(`\`${name}\``))).toEqual([]);
    expect([...kinds].filter((kind) => !testing.includes(`*${kind}\``))).toEqual([]);
  });

  it('give every setting with its default in docs/operations.md and .env.example', () => {
    const files = ['config/config', 'config/settings-reader', 'commands/command-settings'];
    const source = files.map((name) => readFileSync(`src/${name}.ts`, 'utf8')).join();
    const read = new Set(
      [...source.matchAll(/\.(?:text|integer|limit|days|secrets|url|oneOf)\(\s*'([A-Z_]+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    const { limits, retention, logLevel, port, host, databaseConnections, dataDir } = Config.from({});
    // All other settings are unset by default, and .env.example has an example of each.
    const defaults: Record<string, string> = {
      PORT: `${port}`,
      HOST: host,
      DATABASE_CONNECTIONS: `${databaseConnections}`,
      DATA_DIR: relative('.', dataDir),
      LOG_LEVEL: logLevel,
      LIMIT_IP_PER_MINUTE: `${limits.ipPerMinute}`,
      LIMIT_KEY_PER_MINUTE: `${limits.keyPerMinute}`,
      LIMIT_KEY_WRITES_PER_MINUTE: `${limits.keyWritesPerMinute}`,
      LIMIT_KEY_METRICS_PER_MINUTE: `${limits.keyMetricsPerMinute}`,
      LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: `${limits.accountSubmissionsPerDay}`,
      LIMIT_SESSION_PER_MINUTE: `${limits.sessionPerMinute}`,
      LIMIT_FORM_SUBMISSIONS_PER_DAY: `${limits.formSubmissionsPerDay}`,
      ...Object.fromEntries(
        Object.entries(retention).map(([kind, days]) => [`RETENTION_DAYS_${kind.toUpperCase()}`, `${days}`]),
      ),
    };
    const example = new Map(
      [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const table = textUnder('docs/operations.md', 'Settings');
    const rows = new Map(
      [...table.matchAll(/^\| (`.*?) +\| (.*?) +\|/gm)].flatMap(([, names = '', values = '']) => {
        const told = values.replaceAll('`', '').split(', ');
        return [...names.matchAll(/`([A-Z_]+)`/g)].map(
          ([, name = ''], at) => [name, told[at] ?? told[0] ?? ''] as const,
        );
      }),
    );
    expect(read.size).toBeGreaterThan(20);
    expect([...example.keys()].sort()).toEqual([...read].sort());
    expect([...rows.keys()].sort()).toEqual([...read].sort());
    const given = Object.keys(defaults).map((name) => [name, example.get(name), rows.get(name)]);
    expect(given).toEqual(Object.entries(defaults).map(([name, value]) => [name, value, value]));
    const unset = [...read].filter((name) => !(name in defaults) && !/^(OPERATOR_TOKEN|PUBLIC_URL)$/.test(name));
    expect(unset.filter((name) => !rows.get(name)?.startsWith('unset'))).toEqual([]);
  });
});
