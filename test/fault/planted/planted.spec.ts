import { existsSync, readFileSync } from 'node:fs';
import { FAULTS, suiteOf, withFault } from './faults';

// eslint-disable-next-line @typescript-eslint/no-require-imports
const { selectionOf } = require('../../../.ci/suites.cjs') as {
  readonly selectionOf: (paths: readonly string[]) => Readonly<Record<string, string>>;
};

/** True unless `.ci/run` has the test's suite, but does not choose the test after a change of the file with the fault. */
function isRunFor({ file, caughtBy }: { readonly file: string; readonly caughtBy: string }): boolean {
  const [, suite] = /^test\/(browser|services)\//.exec(caughtBy) ?? [];
  return !suite || new RegExp(selectionOf([file])[suite] ?? '(?!)').test(`/${caughtBy}`);
}

it.each(FAULTS)('$promise: can still be planted, and $caughtBy runs after a change of its file', (fault) => {
  expect(() => withFault(readFileSync(fault.file, 'utf8'), fault)).not.toThrow();
  expect(suiteOf(fault.caughtBy)).toBeDefined();
  expect([existsSync(fault.caughtBy), isRunFor(fault)]).toEqual([true, true]);
});

it('has a name for each fault', () => {
  const names = FAULTS.map(({ promise }) => promise);
  expect(names).toEqual([...new Set(names)]);
});
