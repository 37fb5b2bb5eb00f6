import { readFileSync } from 'node:fs';
import { version } from '../../package.json';
import { isOlder } from '../support/release-order';

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const isDevelopment = version.endsWith('-dev');

/** The releases of the change log, in its order, and what it calls the one in the making. */
const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+?)\](?: - (.+))?$/gm)];
const releases = headings.map(([, name = '', date]) => ({ name, date })).filter(({ name }) => name !== 'Unreleased');
const newest = releases[0]?.name ?? '';

it('is what the change log begins with: the newest release or, in development, what is not released', () => {
  expect(headings[0]?.[1]).toBe(isDevelopment ? 'Unreleased' : version);
  expect([version, isOlder(newest, version)]).toEqual([version, isDevelopment]);
});

it('comes after every earlier one in the change log, by number and by date', () => {
  const names = releases.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => Number(isOlder(one, other)) - Number(isOlder(other, one))));
  expect(releases[0]?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  const dates = releases.flatMap(({ date }) => date ?? []);
  expect(dates).toEqual(dates.toSorted().toReversed());
});

it('is the version of the lock file', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
});
