import { refusalOfServer } from './server-version';

it.each([
  [90_624, '9.6.24'],
  [100_023, '10.23'],
  [130_023, '13.23'],
  [140_000, '14.0'],
  [149_999, '14.9999'],
])('refuses %i', (versionNumber, name) => {
  expect(refusalOfServer(versionNumber)).toBe(`PostgreSQL 15 or newer is needed; this server is ${name}`);
});

it.each([150_000, 150_018, 160_014, 170_010, 180_004, 190_000])('takes %i', (versionNumber) => {
  expect(refusalOfServer(versionNumber)).toBeUndefined();
});
