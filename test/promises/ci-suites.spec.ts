import { readdirSync, readFileSync } from 'node:fs';

interface Suites {
  readonly ROWS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[];
  readonly selectionOf: (paths: readonly string[]) => Readonly<Record<string, string>>;
}
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { ROWS, selectionOf } = require('../../.ci/suites.cjs') as Suites;

/** What `.ci/run` chooses for a change. */

const core = selectionOf(['migrations/index.ts']);

it('is the core for what all depend on, for paths that no row knows, and for a change of many subjects', () => {
  expect(Object.keys(core).sort()).toEqual(['browser', 'document', 'postgres', 'services']);
  for (const path of ['src/contract/lead.ts', 'package.json', '.ci/suites.cjs', 'a-new-folder/file'])
    expect(selectionOf([path])).toEqual(core);
  const folders = ['audit', 'events', 'imports', 'leads', 'members', 'metrics', 'notices'];
  expect(selectionOf(folders.map((folder) => `src/${folder}/some.ts`))).toEqual(core);
});

it('is the files that a folder can break, those of every changed folder together, and a changed test itself', () => {
  const { browser, services } = selectionOf(['src/metrics/metrics.service.ts', 'src/auth/access/account.guard.ts']);
  const runs = (pattern: string | undefined, path: string) => new RegExp(pattern ?? '(?!)').test(path);
  expect(runs(browser, '/a/test/browser/metrics.browser-spec.ts')).toBe(true);
  expect(runs(browser, '/a/test/browser/sessions.browser-spec.ts')).toBe(true);
  expect(runs(browser, '/a/test/browser/board.browser-spec.ts')).toBe(false);
  expect(runs(services, '/a/test/services/shared-limits.services-spec.ts')).toBe(true);
  expect(runs(selectionOf(['test/browser/day.browser-spec.ts']).browser, '/a/test/browser/day.browser-spec.ts')).toBe(
    true,
  );
  expect(selectionOf(['docs/privacy.md', '.ci/base'])).toEqual({});
});

it.each(['browser', 'services'])('every name in a row begins one of a file of %s', (suite) => {
  const files = readdirSync(`test/${suite}`);
  const names = ROWS.flatMap(([, broken]) => broken[suite]?.replaceAll('\\', '').split('|') ?? []);
  expect(names.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});

it('begins at a commit', () => expect(readFileSync('.ci/base', 'utf8')).toMatch(/^[0-9a-f]{40}\n$/));
