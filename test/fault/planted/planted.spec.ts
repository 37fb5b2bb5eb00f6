import { existsSync, readFileSync } from 'node:fs';
import { FAULTS, suiteOf, withFault } from './faults';

it.each(FAULTS)('$promise: can still be planted, and a suite runs $caughtBy', (fault) => {
  expect(() => withFault(readFileSync(fault.file, 'utf8'), fault)).not.toThrow();
  expect(suiteOf(fault.caughtBy)).toBeDefined();
  expect(existsSync(fault.caughtBy)).toBe(true);
});

it('has a name for each fault', () => {
  const names = FAULTS.map(({ promise }) => promise);
  expect(names).toEqual([...new Set(names)]);
});
