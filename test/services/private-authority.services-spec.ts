import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { freePort, mustRun, run, until } from '../fault/support/processes';
import { RedisServer } from '../fault/support/redis';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';
import { makeAuthority, type PrivateAuthority } from './support/private-authority';

/** Checks TLS to a managed PostgreSQL, Redis and mail server with a certificate of the provider's own authority. */

const OPERATOR_TOKEN = 'operator-token-of-the-authority-suite-0123456789';
const NOT_KNOWN =
  /TLS: .*\(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): name the file of its certificate authority in NODE_EXTRA_CA_CERTS$/;

let folder: string;
let files: PrivateAuthority;
let cluster: Cluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-authority-'));
  chmodSync(folder, 0o755);
  files = await makeAuthority(folder);
  cluster = await Cluster.create(join(folder, 'postgres'));
  const key = join(folder, 'postgres', 'server.key');
  copyFileSync(files.key, key);
  chmodSync(key, 0o600);
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(key, id('-u'), id('-g'));
  }
  await cluster.set('ssl_cert_file', files.certificate);
  await cluster.set('ssl_key_file', key);
  await cluster.set('ssl', 'on');
  await cluster.sql('create database service');
});
afterAll(async () => {
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

const address = (query: string, host = 'localhost'): string =>
  `postgres://postgres@${host}:${cluster.port}/service?${query}`;

const status = (env: Record<string, string>) => run('node', ['dist/src/migrate.js', '--status'], env);

describe('the authority of PostgreSQL', () => {
  it.each(['sslmode=verify-full', 'sslmode=require', 'sslmode=prefer', 'sslmode=verify-ca', 'ssl=true'])(
    'is asked for with %s, in one line that says how to name it',
    async (query) => {
      const { code, output } = await status({ DATABASE_URL: address(query) });
      const line = output.split('\n').find((text) => text.startsWith('DATABASE_URL')) ?? output;
      expect([code, line]).toEqual([1, expect.stringMatching(NOT_KNOWN)]);
    },
  );

  it('is known by NODE_EXTRA_CA_CERTS, or by sslrootcert', async () => {
    const known = { DATABASE_URL: address('sslmode=verify-full'), NODE_EXTRA_CA_CERTS: files.authority };
    const named = { DATABASE_URL: address(`sslmode=verify-full&sslrootcert=${files.authority}`) };
    for (const env of [known, named]) {
      const { code, output } = await status(env);
      expect([code, output]).toEqual([2, expect.stringMatching(/^pending /)]);
    }
  });

  it('does not vouch for another host', async () => {
    const env = { DATABASE_URL: address('sslmode=verify-full', '127.0.0.1'), NODE_EXTRA_CA_CERTS: files.authority };
    const { code, output } = await status(env);
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^DATABASE_URL: TLS: .*\(ERR_TLS_CERT_ALTNAME_/)]);
  });
});

describe('the service', () => {
  const settings = { OPERATOR_TOKEN, LOG_LEVEL: 'info' };
  let redis: RedisServer;
  let tlsPort: number;
  beforeAll(async () => {
    redis = await RedisServer.start();
    tlsPort = await freePort();
    const tls = { 'tls-cert-file': files.certificate, 'tls-key-file': files.key, 'tls-ca-cert-file': files.authority };
    const words = Object.entries({ ...tls, 'tls-auth-clients': 'no', 'tls-port': String(tlsPort) }).flat();
    await redis.command('config', 'set', ...words);
    await mustRun('node', ['dist/src/migrate.js'], { DATABASE_URL: cluster.url('service', 'postgres') });
  });
  afterAll(() => redis.kill());

  const start = (name: string, env: Record<string, string>) =>
    Instance.start(folder, name, { ...settings, REDIS_URL: `rediss://localhost:${tlsPort}`, ...env });
  const warnings = ({ log }: Instance) =>
    log
      .split('\n')
      .filter((line) => line.includes('"level":40'))
      .map((line) => JSON.parse(line) as { msg?: string; reason?: string; remedy?: string });

  it('reaches PostgreSQL and Redis with NODE_EXTRA_CA_CERTS, and warns of nothing about them', async () => {
    const DATABASE_URL = address('sslmode=verify-full');
    const known = await start('known', { DATABASE_URL, NODE_EXTRA_CA_CERTS: files.authority });
    await untilReadinessSays(known.url, { redis: 'up', database: 'up' });
    const text = known.log;
    await known.stop();
    expect(text).not.toMatch(/certificate|Redis is away|NODE_EXTRA/);
  });

  it('says of Redis how to name the authority, and of what leaves certificates unchecked in a line each', async () => {
    const unchecked = await start('unchecked', { DATABASE_URL: address('sslmode=no-verify', '127.0.0.1') });
    await until('the log', PATIENCE_MS, () => unchecked.log.includes('Redis is away'));
    const told = warnings(unchecked);
    await unchecked.stop();
    const away = told.filter(({ msg }) => msg?.startsWith('Redis is away'));
    expect(away).toEqual([
      expect.objectContaining({
        reason: 'SELF_SIGNED_CERT_IN_CHAIN',
        remedy: 'REDIS_URL: name the file of its certificate authority in NODE_EXTRA_CA_CERTS',
      }),
    ]);
    expect(told[0]?.msg).toMatch(/^DATABASE_URL says sslmode=no-verify: the certificate is not checked/);

    const all = await start('all', { DATABASE_URL: address('sslmode=verify-full'), NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    await untilReadinessSays(all.url, { redis: 'up' });
    expect(warnings(all)[0]?.msg).toMatch(/^NODE_TLS_REJECT_UNAUTHORIZED says 0, for every server: /);
    await all.stop();
  });

  it('refuses a file of authorities that is none', async () => {
    const NODE_EXTRA_CA_CERTS = join(folder, 'nothing.pem');
    const { code, output } = await run('node', ['dist/src/main.js'], { PORT: '0', NODE_EXTRA_CA_CERTS });
    expect([code, output]).toEqual([1, expect.stringContaining('NODE_EXTRA_CA_CERTS must name a file')]);
  });
});

describe('the authority of the mail server', () => {
  /** Program of another process: Node.js reads the variable at its start. */
  const SEND = `
    const { Mailer } = require('./dist/src/notices/mailer');
    const { Config } = require('./dist/src/config/config');
    const mailer = new Mailer(Config.from(process.env));
    const sending = { beforeEnd: () => Promise.resolve(), signal: new AbortController().signal };
    mailer.send('1', 'b@example.com', { subject: 's', text: 't', html: 't' }, sending)
      .then(() => console.log('sent'), ({ message }) => console.log(message))
      .finally(() => mailer.onApplicationShutdown());`;

  it('is known by NODE_EXTRA_CA_CERTS', async () => {
    const server = new SMTPServer({
      secure: true,
      key: readFileSync(files.key),
      cert: readFileSync(files.certificate),
      authOptional: true,
      onData: (stream, _session, done) => stream.on('end', done).resume(),
    });
    server.on('error', () => undefined);
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
    const env = { SMTP_URL: `smtps://localhost:${port}`, MAIL_FROM: 'a@example.com' };
    const said = async (more: Record<string, string>) =>
      (await mustRun('node', ['-e', SEND], { ...env, ...more })).trim();
    expect(await said({})).toMatch(/certificate/);
    expect(await said({ NODE_EXTRA_CA_CERTS: files.authority })).toBe('sent');
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
