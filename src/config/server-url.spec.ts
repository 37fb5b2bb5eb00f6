import { urlProblem } from './settings-reader';

describe.each(['postgres:', 'redis:', 'rediss:', 'smtp:'])('of %s', (protocol) => {
  const problemOf = (rest: string, isDecoded = true) => urlProblem(`${protocol}//${rest}`, [protocol], isDecoded);

  it.each([
    'user:pa#ss@host/db',
    'user:pa/ss@host/db',
    'user:pa?ss@host/db',
    ':pa/ss@host',
    'us/er:pass@host/db',
    // Looks like a host and a port.
    'user:12#ss@host/db',
    'user:12/ss@host/db',
    'user:12?ss@host/db',
    'user:12/pa?ss@host/db',
    // Begins with an unencoded @.
    'user:pa@s#s@host/db',
    'user:pa@s/s@host/db',
    'user:pa@s?s@host/db',
    'user:pa/s@s?x=y@host/db',
    'user:pass@host/db?password=pa#ss',
    'user:pa\tss@host/db',
    'user:pa\nss@host/db',
    'user:pa\rss@host/db',
    'user:pass@host/db#',
  ])('%j is cut short', (rest) => {
    expect(problemOf(rest)).toBe('must have #, / and ? of its user and password encoded: %23, %2F and %3F');
  });

  it.each([
    'host',
    'host/db',
    'user:pass@host/db',
    'user:pa%23s%2Fs%3F@host/db',
    'user:pa%25ss@host/db',
    'user:%C3%A9@host',
    'user:p%40%23@host?a=%',
    'user:pa@ss@host/db',
    'user:pa ss@host/db',
    ':pass@host:6380/1',
    'user@host/db?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'user:pass@host:5432/db?application_name=a@b',
    'host?application_name=a@b',
    'host:5432/db?sslrootcert=/a/b&application_name=a@b',
    '%2Fvar%2Frun/db',
    '/db',
  ])('%j is taken', (rest) => expect(problemOf(rest)).toBeUndefined());

  it.each([
    'user:100%@host/db',
    'user:pa%zz@host',
    'user:pa%4@host',
    'user:%E9x@host',
    'us%er:pass@host',
    'a%C3:%A9@h',
  ])('%j has a %% by itself', (rest) => {
    expect(problemOf(rest)).toBe('must have each % of its user and password encoded: %25');
    expect(problemOf(rest, false)).toBeUndefined();
  });

  it.each(['user:pass@host:port/db', 'user:pass@/db', 'user:pass@host:70000', 'ho st', 'user:pa[ss'])(
    '%j cannot be read',
    (rest) => {
      expect(problemOf(rest)).toBe(
        'must name a host, and if a port, a number; encode special characters of the password',
      );
    },
  );
});

it.each(['localhost:5432', 'http://localhost', '/tmp/socket', 'postgres:host/db', 'xpostgres://host', 'redis:'])(
  '%s starts otherwise',
  (value) => {
    expect(urlProblem(value, ['postgres:', 'postgresql:'], true)).toBe(
      'must be an address that starts with postgres:// or postgresql://',
    );
  },
);

it.each(['postgres://host/db', 'postgresql://host/db'])('%s has one of two starts', (value) =>
  expect(urlProblem(value, ['postgres:', 'postgresql:'], true)).toBeUndefined(),
);

it('may start in capitals', () => expect(urlProblem('POSTGRES://host/db', ['postgres:'], true)).toBeUndefined());
