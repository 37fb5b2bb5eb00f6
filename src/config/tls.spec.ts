import { mailTlsOf, uncheckedCertificates } from './tls';

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example:587', 'demanded'],
    ['smtp://user:secret@mail.example', 'demanded'],
    ['smtps://mail.example', 'demanded'],
    ['smtp://203.0.113.7', 'demanded'],
    ['smtp://127.example:587', 'demanded'],
    ['smtp://localhost.example', 'demanded'],
    ['smtp://[2001:db8::1]', 'demanded'],
    ['smtps://localhost', 'demanded'],
    ['smtp://localhost:1025', 'offered'],
    ['smtp://LOCALHOST', 'offered'],
    ['smtp://127.0.0.1', 'offered'],
    ['smtp://127.8.8.8', 'offered'],
    ['smtp://[::1]:25', 'offered'],
    ['smtp://mail.example?tls=off', 'off'],
    ['smtp://localhost?tls=off', 'off'],
    ['smtps://mail.example?tls=off', undefined],
    ['smtp://mail.example?tls=on', undefined],
    ['smtp://mail.example?tls', undefined],
    ['smtp://mail.example?requireTLS=false', undefined],
    ['smtp://mail.example?tls=off&tls=off', undefined],
    ['smtp://mail.example?tls=off&requireTLS=false', undefined],
    ['smtp:mail.example', undefined],
    ['smtp:///x', undefined],
  ])('%s: TLS is %s', (url, tls) => {
    expect(mailTlsOf(url)).toBe(tls);
  });
});

const ADDRESS = 'postgres://entrada:hunter2@db.example/entrada';
const NO_CHECK = 'the certificate is not checked, so anybody between may read and change everything';
const WAY_OUT = 'use sslmode=verify-full, and NODE_EXTRA_CA_CERTS for an authority of your own';

describe('DATABASE_URL', () => {
  const linesOf = (query: string) => uncheckedCertificates({ DATABASE_URL: `${ADDRESS}?${query}` });

  it.each(['sslmode=no-verify', 'ssl=no-verify', 'sslmode=no-verify&sslrootcert=/ca.pem'])('%s is named', (query) => {
    expect(linesOf(query)).toEqual([`DATABASE_URL says ${query.split('&')[0]}: ${NO_CHECK}: ${WAY_OUT}`]);
  });

  it.each(['sslmode=prefer', 'sslmode=require', 'sslmode=prefer&sslrootcert=/ca.pem'])(
    '%s is named where it means what it means to libpq',
    (query) => {
      const mode = `uselibpqcompat=true&${query.split('&')[0]}`;
      expect(linesOf(`uselibpqcompat=true&${query}`)).toEqual([`DATABASE_URL says ${mode}: ${NO_CHECK}: ${WAY_OUT}`]);
      expect(linesOf(query)).toEqual([]);
    },
  );

  it.each(['sslmode=require&sslrootcert=/ca.pem', 'sslmode=verify-ca&sslrootcert=/ca.pem'])(
    '%s is named there, because it takes the certificate of any host',
    (query) => {
      const mode = `uselibpqcompat=true&${query.split('&')[0]}`;
      const line = `DATABASE_URL says ${mode}: the certificate may be that of any host: ${WAY_OUT}`;
      expect(linesOf(`uselibpqcompat=true&${query}`)).toEqual([line]);
    },
  );

  it.each([
    '',
    'sslmode=disable',
    'sslmode=verify-ca',
    'sslmode=verify-full',
    'sslmode=verify-full&sslrootcert=/ca.pem',
    'sslmode=verify-full&ssl=no-verify',
    'sslrootcert=/ca.pem&ssl=no-verify',
    'sslcert=/c.pem&ssl=no-verify',
    'sslkey=/k.pem&ssl=no-verify',
    'ssl=true',
    'ssl=0',
    'uselibpqcompat=true',
    'uselibpqcompat=true&sslmode=verify-full',
    'uselibpqcompat=true&sslmode=disable',
    'uselibpqcompat=true&sslmode=no-verify',
    'uselibpqcompat=false&sslmode=prefer',
  ])('?%s is not', (query) => expect(linesOf(query)).toEqual([]));
});

describe('PGSSLMODE', () => {
  it('is named when the driver reads it', () => {
    const lines = uncheckedCertificates({ DATABASE_URL: ADDRESS, PGSSLMODE: 'no-verify' });
    expect(lines).toEqual([`PGSSLMODE says no-verify: ${NO_CHECK}: ${WAY_OUT}`]);
  });

  it.each([
    'ssl=true',
    'sslmode=verify-full',
    'sslcert=/c.pem',
    'sslkey=/k.pem',
    'sslrootcert=/ca.pem',
    'sslnegotiation=direct',
  ])('is not read beside %s', (query) => {
    expect(uncheckedCertificates({ DATABASE_URL: `${ADDRESS}?${query}`, PGSSLMODE: 'no-verify' })).toEqual([]);
  });

  it('is not read for the embedded database, and says nothing otherwise', () => {
    expect(uncheckedCertificates({ PGSSLMODE: 'no-verify' })).toEqual([]);
    expect(uncheckedCertificates({ DATABASE_URL: ADDRESS, PGSSLMODE: 'require' })).toEqual([]);
    expect(uncheckedCertificates({ DATABASE_URL: 'x', PGSSLMODE: 'no-verify' })).toEqual([]);
  });
});

it('NODE_TLS_REJECT_UNAUTHORIZED is named when it is 0', () => {
  expect(uncheckedCertificates({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
    'NODE_TLS_REJECT_UNAUTHORIZED says 0, for every server: ' +
      `${NO_CHECK}: remove it, and name an authority of your own in NODE_EXTRA_CA_CERTS`,
  ]);
  expect(uncheckedCertificates({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([]);
});

it('each is a line of its own', () => {
  const all = { DATABASE_URL: `${ADDRESS}?sslmode=no-verify`, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const lines = uncheckedCertificates(all);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['DATABASE_URL', 'NODE_TLS_REJECT_UNAUTHORIZED']);
  expect(lines.join()).not.toMatch(/hunter2|example/);
});
