import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Config, loadEnvironment } from './config';

const PUBLIC = { PUBLIC_URL: 'https://leads.example' };
const TOKEN = 'ab'.repeat(16);
const OTHER = 'cd'.repeat(16);
const DATABASE = 'postgres://entrada:hunter2@localhost:5432/entrada';

const RETENTION = ['MAIL', 'HELD', 'IMPORTS', 'MERGES', 'AUDIT'].map((kind) => `RETENTION_DAYS_${kind}`);

function problems(environment: Record<string, string>): string[] {
  try {
    Config.from(environment);
  } catch (error) {
    const [first, ...rest] = (error as Error).message.split('\n');
    expect(first).toBe('Invalid settings:');
    return rest.map((line) => line.trim());
  }
  return [];
}

describe('the defaults', () => {
  const config = Config.from({});

  it.each<[Exclude<keyof Config, 'with'>, unknown]>([
    ['port', 3000],
    ['host', '127.0.0.1'],
    ['databaseUrl', undefined],
    ['databaseConnections', 21],
    ['dataDir', resolve('.data')],
    ['isDataDirSet', false],
    ['redisUrl', undefined],
    ['operatorToken', undefined],
    ['secondOperatorToken', undefined],
    ['metricsToken', undefined],
    ['publicUrl', 'http://127.0.0.1:3000'],
    ['smtpUrl', undefined],
    ['mailTls', undefined],
    ['mailFrom', undefined],
    ['trustedProxies', undefined],
    ['logLevel', 'info'],
    ['warnings', []],
    ['retention', { mail: 90, held: 90, imports: 30, merges: 365, audit: 185, deliveries: 30, notifications: 365 }],
    [
      'limits',
      {
        ipPerMinute: 300,
        keyPerMinute: 120,
        keyWritesPerMinute: 60,
        keyMetricsPerMinute: 20,
        accountSubmissionsPerDay: 3_000,
        sessionPerMinute: 300,
        formSubmissionsPerDay: 500,
      },
    ],
  ])('%s', (setting, value) => expect(config[setting]).toEqual(value));

  it('hold for blank settings too', () => {
    const names = [
      ...[
        'PORT',
        'HOST',
        'DATABASE_URL',
        'DATABASE_CONNECTIONS',
        'DATA_DIR',
        'REDIS_URL',
        'OPERATOR_TOKEN',
        'PUBLIC_URL',
        'SMTP_URL',
      ],
      ...['METRICS_TOKEN', 'MAIL_FROM', 'TRUST_PROXY', 'LOG_LEVEL', 'LIMIT_IP_PER_MINUTE', 'LIMIT_KEY_PER_MINUTE'],
      ...['LIMIT_KEY_WRITES_PER_MINUTE', 'LIMIT_KEY_METRICS_PER_MINUTE', 'LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY'],
      'LIMIT_SESSION_PER_MINUTE',
      ...RETENTION,
    ];
    for (const blank of ['', '   ', '\t\n']) {
      expect(Config.from(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(config);
    }
  });

  it('hold beside settings of other programs', () => {
    expect(Config.from({ PATH: '/bin', LIMIT: '-1', PORTS: 'x', port: '1' })).toEqual(config);
  });
});

describe('a setting', () => {
  const LIMITS = Config.from({}).limits;
  const DAYS = Config.from({}).retention;

  it.each<[string, string, Partial<Config>]>([
    ['PORT', '8080', { port: 8080, publicUrl: 'http://127.0.0.1:8080' }],
    ['PORT', ' 8080 ', { port: 8080 }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PORT', '0080', { port: 80 }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0', publicUrl: 'http://0.0.0.0:3000' }],
    ['HOST', 'fe80::1%eth0', { publicUrl: 'http://[fe80::1%eth0]:3000' }],
    ['HOST', '::1', { host: '::1', publicUrl: 'http://[::1]:3000' }],
    ['HOST', 'localhost', { host: 'localhost', publicUrl: 'http://localhost:3000' }],
    ['DATABASE_CONNECTIONS', '6', { databaseConnections: 6 }],
    ['DATABASE_CONNECTIONS', '1000', { databaseConnections: 1_000 }],
    ['DATA_DIR', '/var/lib/entrada', { dataDir: '/var/lib/entrada', isDataDirSet: true }],
    ['DATA_DIR', 'data', { dataDir: resolve('data') }],
    ['REDIS_URL', 'redis://localhost:6379', { redisUrl: 'redis://localhost:6379' }],
    ['REDIS_URL', 'rediss://:secret@cache.example:6380/1', { redisUrl: 'rediss://:secret@cache.example:6380/1' }],
    ['OPERATOR_TOKEN', TOKEN, { operatorToken: TOKEN, secondOperatorToken: undefined }],
    ['OPERATOR_TOKEN', `${TOKEN} , ${OTHER}`, { operatorToken: TOKEN, secondOperatorToken: OTHER }],
    ['METRICS_TOKEN', TOKEN, { metricsToken: TOKEN }],
    ['PUBLIC_URL', 'https://entrada.example', { publicUrl: 'https://entrada.example' }],
    ['PUBLIC_URL', 'https://entrada.example/', { publicUrl: 'https://entrada.example' }],
    ['PUBLIC_URL', 'https://entrada.example//', { publicUrl: 'https://entrada.example' }],
    ['PUBLIC_URL', 'HTTPS://Entrada.Example:443', { publicUrl: 'https://entrada.example' }],
    ['PUBLIC_URL', 'https://entrada.example:8443/', { publicUrl: 'https://entrada.example:8443' }],
    ['PUBLIC_URL', 'http://[::1]:3000', { publicUrl: 'http://[::1]:3000' }],
    ['MAIL_FROM', 'avisos@entrada.example', { mailFrom: 'avisos@entrada.example' }],
    ['MAIL_FROM', 'Loja São João <a.b+c@entrada.example>', { mailFrom: 'Loja São João <a.b+c@entrada.example>' }],
    ['MAIL_FROM', '"Silva, Ana: avisos" <a@b.example>', { mailFrom: '"Silva, Ana: avisos" <a@b.example>' }],
    ['MAIL_FROM', '<a@localhost>', { mailFrom: '<a@localhost>' }],
    ['MAIL_FROM', '"Ana"<a@b.example>', { mailFrom: '"Ana"<a@b.example>' }],
    ['PUBLIC_URL', 'http://localhost:3000', { publicUrl: 'http://localhost:3000' }],
    ['TRUST_PROXY', 'false', { trustedProxies: 0 }],
    ['TRUST_PROXY', '1', { trustedProxies: 1 }],
    ['TRUST_PROXY', '10', { trustedProxies: 10 }],
    ...['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map(
      (level): [string, string, Partial<Config>] => ['LOG_LEVEL', level, { logLevel: level }],
    ),
    ['RETENTION_DAYS_MAIL', '0', { retention: { ...DAYS, mail: 0 } }],
    ['RETENTION_DAYS_HELD', '1', { retention: { ...DAYS, held: 1 } }],
    ['RETENTION_DAYS_IMPORTS', '2', { retention: { ...DAYS, imports: 2 } }],
    ['RETENTION_DAYS_MERGES', '3', { retention: { ...DAYS, merges: 3 } }],
    ['RETENTION_DAYS_AUDIT', '36500', { retention: { ...DAYS, audit: 36_500 } }],
    ['LIMIT_IP_PER_MINUTE', '1', { limits: { ...LIMITS, ipPerMinute: 1 } }],
    ['LIMIT_KEY_PER_MINUTE', '2', { limits: { ...LIMITS, keyPerMinute: 2 } }],
    ['LIMIT_KEY_WRITES_PER_MINUTE', '3', { limits: { ...LIMITS, keyWritesPerMinute: 3 } }],
    ['LIMIT_KEY_METRICS_PER_MINUTE', '4', { limits: { ...LIMITS, keyMetricsPerMinute: 4 } }],
    ['LIMIT_SESSION_PER_MINUTE', '5', { limits: { ...LIMITS, sessionPerMinute: 5 } }],
    [
      'LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY',
      '1000000000',
      { limits: { ...LIMITS, accountSubmissionsPerDay: 1_000_000_000 } },
    ],
  ])('%s=%s is read', (name, value, expected) => expect(Config.from({ [name]: value })).toMatchObject(expected));

  it.each(['5', '1001', '-6', 'many'])('DATABASE_CONNECTIONS=%s is refused', (value) => {
    expect(problems({ DATABASE_CONNECTIONS: value })).toEqual([
      'DATABASE_CONNECTIONS must be a whole number from 6 to 1000',
    ]);
  });

  it('MAIL_FROM may be set without SMTP_URL', () => {
    expect(Config.from({ MAIL_FROM: 'Entrada <a@b.example>' }).mailFrom).toBe('Entrada <a@b.example>');
  });

  it.each(['smtp://localhost:25', 'smtps://user:secret@mail.example:465', 'smtp://user:100%@mail.example'])(
    'SMTP_URL=%s needs MAIL_FROM',
    (url) => {
      expect(Config.from({ ...PUBLIC, SMTP_URL: url, MAIL_FROM: 'a@b.example' })).toMatchObject({ smtpUrl: url });
      expect(problems({ ...PUBLIC, SMTP_URL: url })).toEqual(['MAIL_FROM is required when SMTP_URL is set']);
    },
  );

  it.each<[string, Config['mailTls']]>([
    ['smtp://mail.example:587', 'demanded'],
    ['smtp://user:secret@mail.example', 'demanded'],
    ['smtps://mail.example', 'demanded'],
    ['smtps://localhost', 'demanded'],
    ['smtp://10.0.0.1', 'demanded'],
    ['smtp://0.0.0.0', 'demanded'],
    ['smtp://127.example.com', 'demanded'],
    ['smtp://localhost.example.com', 'demanded'],
    ['smtp://mail.example?tls=off', 'off'],
    ['smtp://mail.example:587/?tls=off', 'off'],
    ['smtp://localhost?tls=off', 'off'],
    ['smtp://localhost:1025', 'offered'],
    ['smtp://LOCALHOST', 'offered'],
    ['smtp://127.1.2.3', 'offered'],
    ['smtp://[::1]:25', 'offered'],
  ])('of SMTP_URL=%s says that TLS is %s', (url, mailTls) => {
    expect(Config.from({ ...PUBLIC, SMTP_URL: url, MAIL_FROM: 'a@b.example' }).mailTls).toBe(mailTls);
  });

  describe('PUBLIC_URL is in the links of mails', () => {
    const mailed = (more: Record<string, string>) => ({ MAIL_FROM: 'a@b.example', ...more });
    const opensHere = expect.stringMatching(/^PUBLIC_URL must be the address that people open/) as string;

    it.each<Record<string, string>>([
      {},
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { PUBLIC_URL: 'http://localhost:3000' },
      { PUBLIC_URL: 'https://127.8.8.8' },
      { PUBLIC_URL: 'http://[::1]:3000' },
    ])('which open on this machine only with %j', (address) => {
      expect(problems(mailed({ ...address, SMTP_URL: 'smtps://mail.example' }))).toEqual([opensHere]);
      expect(Config.from(mailed({ ...address, SMTP_URL: 'smtp://localhost' })).warnings).toEqual([opensHere]);
      expect(Config.from(mailed(address)).warnings).toEqual([]);
    });

    it.each<Record<string, string>>([
      { HOST: '192.0.2.7' },
      { PUBLIC_URL: 'https://127.example' },
      { PUBLIC_URL: 'http://10.0.0.1' },
    ])('which others can open with %j', (address) => {
      for (const SMTP_URL of ['smtps://mail.example', 'smtp://localhost'])
        expect(Config.from(mailed({ ...address, SMTP_URL })).warnings).toEqual([]);
    });
  });

  it.each([DATABASE, 'postgresql://localhost/entrada'])('DATABASE_URL=%s needs OPERATOR_TOKEN', (url) => {
    expect(Config.from({ DATABASE_URL: url, OPERATOR_TOKEN: TOKEN })).toMatchObject({ databaseUrl: url });
    const missing = ['OPERATOR_TOKEN is required when DATABASE_URL is set'];
    expect(problems({ DATABASE_URL: url })).toEqual(missing);
    expect(problems({ DATABASE_URL: url, OPERATOR_TOKEN: '  ' })).toEqual(missing);
  });
});

describe('the settings', () => {
  it('name the token of the metrics when the operator has it too', () => {
    expect(problems({ OPERATOR_TOKEN: `${OTHER},${TOKEN}`, METRICS_TOKEN: TOKEN })).toEqual([
      "METRICS_TOKEN must be another token than the operator's",
    ]);
    const settings = Config.from({ METRICS_TOKEN: TOKEN });
    expect(() => settings.with({ operatorToken: TOKEN })).toThrow(/METRICS_TOKEN must be another/);
    expect(settings.with({ operatorToken: OTHER }).operatorToken).toBe(OTHER);
  });

  it('cannot be changed', () => {
    const config = Config.from({});
    expect([config, config.limits, config.retention].map((part) => Object.isFrozen(part))).toEqual([true, true, true]);
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
    expect(config.with({ port: 1 }).port).toBe(1);
  });

  it('are copied with some replaced', () => {
    const config = Config.from({ PORT: '8080' });
    const copy = config.with({ databaseUrl: DATABASE, operatorToken: TOKEN });
    expect(copy).toBeInstanceOf(Config);
    expect(copy).toMatchObject({ port: 8080, databaseUrl: DATABASE, operatorToken: TOKEN });
    expect(Object.isFrozen(copy)).toBe(true);
    expect(config.databaseUrl).toBeUndefined();
  });
});

it('warns of certificates that are not checked, and refuses a file of certificates that is none', () => {
  expect(Config.from({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).warnings).toEqual([
    expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED'),
  ]);
  for (const file of ['/not/there.pem', 'package.json', '/']) {
    expect(problems({ NODE_EXTRA_CA_CERTS: file })).toEqual([
      'NODE_EXTRA_CA_CERTS must name a file of certificates (PEM) that the service can read',
    ]);
  }
});

it('is frozen, its limits included', () => {
  const config = Config.from({});
  expect([Object.isFrozen(config), Object.isFrozen(config.limits)]).toEqual([true, true]);
});

it('the environment is completed by .env, where there is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-settings-'));
  const here = process.cwd();
  const load = jest.spyOn(process, 'loadEnvFile').mockReturnValue();
  const given = process.env.NODE_EXTRA_CA_CERTS;
  process.chdir(folder);
  expect([loadEnvironment(), load.mock.calls]).toEqual([process.env, []]);
  writeFileSync('.env', 'PORT=1\n');
  expect(loadEnvironment()).toBe(process.env);
  expect(load.mock.calls).toEqual([['.env']]);
  load.mockImplementation(() => void (process.env.NODE_EXTRA_CA_CERTS = '/ca.pem'));
  expect(loadEnvironment).toThrow(
    /^Invalid settings:\n {2}NODE_EXTRA_CA_CERTS must be set where the process is started/,
  );
  if (given === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
  else process.env.NODE_EXTRA_CA_CERTS = given;
  load.mockRestore();
  process.chdir(here);
  rmSync(folder, { recursive: true });
});
