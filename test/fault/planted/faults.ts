import type { PlantedFault } from './planted-fault';
import { OPERATION } from './operation';
import { RELIABILITY } from './reliability';
import { SECURITY } from './security';
import { OF_SOURCES } from './sources';
import { SPECIFICATION } from './specification';
import { ROUTES } from './specification-routes';

export const FAULTS: readonly PlantedFault[] = [
  ...SPECIFICATION,
  ...ROUTES,
  ...SECURITY,
  ...RELIABILITY,
  ...OF_SOURCES,
  ...OPERATION,
];

/** The suites whose files may be named, by the end of a file's name. */
const SUITES = {
  '.services-spec.ts': 'test/services/jest.config.js',
  '.long-spec.ts': 'test/long/jest.config.js',
  '.browser-spec.ts': 'test/browser/jest.config.js',
  '.e2e-spec.ts': 'jest.config.js',
  '.spec.ts': 'jest.config.js',
};

/** The Jest configuration that runs a file, if one of these suites does. */
export const suiteOf = (spec: string): string | undefined =>
  Object.entries(SUITES).find(([end]) => spec.endsWith(end))?.[1];

/** The source with the fault. Throws unless `find` occurs exactly once, so that no fault is lost when the source changes. */
export function withFault(source: string, { promise, file, find, replace }: PlantedFault): string {
  const [before, after, ...others] = source.split(find);
  if (before === undefined || after === undefined || others.length > 0 || find === replace)
    throw new Error(`${promise}: not exactly one change of ${file} by ${JSON.stringify(find)}`);
  return before + replace + after;
}
