import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Config, databaseUrlFrom, importSettingsFrom, loadEnvironment, operatorSettingsFrom } from './config';

const TOKEN = 'ab'.repeat(16);
const OTHER = 'cd'.repeat(16);
const DATABASE = 'postgres://entrada:hunter2@localhost:5432/entrada';

const RETENTION = ['MAIL', 'HELD', 'IMPORTS', 'MERGES', 'AUDIT'].map((kind) => `RETENTION_DAYS_${kind}`);

/** What the error says, setting by setting. */
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
const badSettings = (environment: Record<string, string>): string[] =>
  problems(environment).map((line) => line.split(' ')[0] ?? '');

describe('the defaults', () => {
  const config = Config.from({});

  it.each<[Exclude<keyof Config, 'with'>, unknown]>([
    ['port', 3000],
    ['host', '127.0.0.1'],
    ['databaseUrl', undefined],
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
    ['retention', { mail: 90, held: 90, imports: 30, merges: 365, audit: 185 }],
    [
      'limits',
      {
        ipPerMinute: 300,
        keyPerMinute: 120,
        keyWritesPerMinute: 60,
        keyMetricsPerMinute: 20,
        accountSubmissionsPerDay: 3_000,
      },
    ],
  ])('%s', (setting, value) => expect(config[setting]).toEqual(value));

  it('hold for blank settings too', () => {
    const names = [
      ...['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIR', 'REDIS_URL', 'OPERATOR_TOKEN', 'PUBLIC_URL', 'SMTP_URL'],
      ...['METRICS_TOKEN', 'MAIL_FROM', 'TRUST_PROXY', 'LOG_LEVEL', 'LIMIT_IP_PER_MINUTE', 'LIMIT_KEY_PER_MINUTE'],
      ...['LIMIT_KEY_WRITES_PER_MINUTE', 'LIMIT_KEY_METRICS_PER_MINUTE', 'LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY'],
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
    ['HOST', '::1', { host: '::1', publicUrl: 'http://[::1]:3000' }],
    ['HOST', 'localhost', { host: 'localhost', publicUrl: 'http://localhost:3000' }],
    ['DATA_DIR', '/var/lib/entrada', { dataDir: '/var/lib/entrada', isDataDirSet: true }],
    ['DATA_DIR', 'data', { dataDir: resolve('data') }],
    ['REDIS_URL', 'redis://localhost:6379', { redisUrl: 'redis://localhost:6379' }],
    ['REDIS_URL', 'rediss://:secret@cache.example:6380/1', { redisUrl: 'rediss://:secret@cache.example:6380/1' }],
    ['OPERATOR_TOKEN', TOKEN, { operatorToken: TOKEN, secondOperatorToken: undefined }],
    ['OPERATOR_TOKEN', `${TOKEN} , ${OTHER}`, { operatorToken: TOKEN, secondOperatorToken: OTHER }],
    ['METRICS_TOKEN', TOKEN, { metricsToken: TOKEN }],
    ['PUBLIC_URL', 'https://entrada.example', { publicUrl: 'https://entrada.example' }],
    ['PUBLIC_URL', 'https://entrada.example/', { publicUrl: 'https://entrada.example' }],
    ['PUBLIC_URL', 'https://entrada.example/crm//', { publicUrl: 'https://entrada.example/crm' }],
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
    [
      'LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY',
      '1000000000',
      { limits: { ...LIMITS, accountSubmissionsPerDay: 1_000_000_000 } },
    ],
  ])('%s=%s is read', (name, value, expected) => expect(Config.from({ [name]: value })).toMatchObject(expected));

  it('MAIL_FROM may be set without SMTP_URL', () => {
    expect(Config.from({ MAIL_FROM: 'Entrada <a@b.example>' }).mailFrom).toBe('Entrada <a@b.example>');
  });

  it.each(['smtp://localhost:25', 'smtps://user:secret@mail.example:465'])('SMTP_URL=%s needs MAIL_FROM', (url) => {
    expect(Config.from({ SMTP_URL: url, MAIL_FROM: 'a@b.example' })).toMatchObject({ smtpUrl: url });
    expect(badSettings({ SMTP_URL: url })).toEqual(['MAIL_FROM']);
  });

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
    expect(Config.from({ SMTP_URL: url, MAIL_FROM: 'a@b.example' }).mailTls).toBe(mailTls);
  });

  it.each([DATABASE, 'postgresql://localhost/entrada'])('DATABASE_URL=%s needs OPERATOR_TOKEN', (url) => {
    expect(Config.from({ DATABASE_URL: url, OPERATOR_TOKEN: TOKEN })).toMatchObject({ databaseUrl: url });
    expect(badSettings({ DATABASE_URL: url })).toEqual(['OPERATOR_TOKEN']);
    expect(badSettings({ DATABASE_URL: url, OPERATOR_TOKEN: '  ' })).toEqual(['OPERATOR_TOKEN']);
  });
});

describe('a bad setting is named', () => {
  const notWhole = ['-1', '1.5', '1e3', '0x10', '+1', '1 000', '1,000', 'abc', '٣', 'NaN', 'Infinity', '9'.repeat(30)];
  const limits = [
    ...['LIMIT_IP_PER_MINUTE', 'LIMIT_KEY_PER_MINUTE', 'LIMIT_KEY_WRITES_PER_MINUTE', 'LIMIT_KEY_METRICS_PER_MINUTE'],
    'LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY',
  ];

  it.each<[string, string[]]>([
    ['PORT', [...notWhole, '65536', '3000a']],
    ['TRUST_PROXY', [...notWhole, '0', '11', 'true', 'FALSE', 'no', '127.0.0.1']],
    ...limits.map((name): [string, string[]] => [name, [...notWhole, '0', '1000000001', 'false']]),
    ...RETENTION.map((name): [string, string[]] => [name, [...notWhole, '36501', 'false', '90d']]),
    ['LOG_LEVEL', ['INFO', 'verbose', 'warning', '30', 'off', 'info,debug']],
    ['DATABASE_URL', ['localhost:5432', 'mysql://localhost/a', 'http://localhost', 'entrada', '/tmp/socket']],
    ['REDIS_URL', ['localhost:6379', 'localhost', 'http://localhost', 'redis', 'unix:///tmp/redis']],
    ['PUBLIC_URL', ['entrada.example', 'ftp://entrada.example', 'localhost:3000', '//entrada.example', 'https://']],
    ['SMTP_URL', ['localhost:25', 'http://localhost', 'mail.example', 'mailto:a@b.example', 'smtp://']],
    [
      'SMTP_URL',
      ['tls=', 'tls=on', 'tls=OFF', 'tls=off&tls=off', 'requireTLS=false', 'tls.rejectUnauthorized=false'].map(
        (parameters) => `smtp://mail.example?${parameters}`,
      ),
    ],
    ['SMTP_URL', ['smtps://mail.example?tls=off', 'smtp://mail.example?ignoreTLS=true', 'smtp://?tls=off']],
    ...['OPERATOR_TOKEN', 'METRICS_TOKEN'].map((name): [string, string[]] => [
      name,
      [
        'a',
        TOKEN.slice(1),
        ` ${TOKEN.slice(1)} `,
        'a'.repeat(32),
        'a'.repeat(64),
        `ent_session_${TOKEN}`,
        `a b${TOKEN}`,
      ],
    ]),
    ['OPERATOR_TOKEN', [`${TOKEN},`, `${TOKEN},x`, `${TOKEN},${TOKEN}`, `${OTHER},${'a'.repeat(32)}`]],
    ['OPERATOR_TOKEN', [`${TOKEN},${OTHER},${'ef'.repeat(16)}`]],
    ['METRICS_TOKEN', [TOKEN, `${OTHER},${'ef'.repeat(16)}`]],
  ])('%s', (name, values) => {
    for (const value of values) {
      const others = { MAIL_FROM: 'a@b.example', ...(name === 'OPERATOR_TOKEN' ? {} : { OPERATOR_TOKEN: TOKEN }) };
      expect([value, badSettings({ ...others, [name]: value })]).toEqual([value, [name]]);
    }
  });

  it('with what it must be', () => {
    expect(problems({ PORT: 'x' })).toEqual(['PORT must be a whole number from 0 to 65535']);
    expect(problems({ OPERATOR_TOKEN: 'x' })).toEqual(['OPERATOR_TOKEN must have at least 32 characters']);
    expect(problems({ REDIS_URL: 'x' })).toEqual([
      'REDIS_URL must be an address that starts with redis:// or rediss://',
    ]);
    expect(problems({ LOG_LEVEL: 'x' })).toEqual([
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    ]);
    const three = [TOKEN, OTHER, 'ef'.repeat(16)].join();
    expect(problems({ OPERATOR_TOKEN: three, METRICS_TOKEN: three, SMTP_URL: 'smtp://mail.example?x=1' })).toEqual([
      'OPERATOR_TOKEN may hold 2 tokens, separated by a comma',
      'METRICS_TOKEN may hold one token',
      "METRICS_TOKEN must be another token than the operator's",
      'SMTP_URL must name a host, and takes no parameter but tls=off, with smtp:// only',
      'MAIL_FROM is required when SMTP_URL is set',
    ]);
    expect(problems({ DATABASE_URL: DATABASE })).toEqual(['OPERATOR_TOKEN is required when DATABASE_URL is set']);
  });

  it('when the metrics have a token of the operator', () => {
    expect(badSettings({ OPERATOR_TOKEN: `${OTHER},${TOKEN}`, METRICS_TOKEN: TOKEN })).toEqual(['METRICS_TOKEN']);
    const settings = Config.from({ METRICS_TOKEN: TOKEN });
    expect(() => settings.with({ operatorToken: TOKEN })).toThrow(/METRICS_TOKEN must be another/);
    expect(settings.with({ operatorToken: OTHER }).operatorToken).toBe(OTHER);
  });

  it('together with every other', () => {
    const bad = {
      PORT: 'x',
      DATABASE_URL: 'x',
      OPERATOR_TOKEN: 'x',
      SMTP_URL: 'x',
      REDIS_URL: 'x',
      PUBLIC_URL: 'x',
      TRUST_PROXY: 'x',
      LIMIT_IP_PER_MINUTE: 'x',
      LIMIT_KEY_PER_MINUTE: 'x',
      LIMIT_KEY_WRITES_PER_MINUTE: 'x',
      LIMIT_KEY_METRICS_PER_MINUTE: 'x',
      LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: 'x',
      LOG_LEVEL: 'x',
    };
    expect(badSettings(bad).sort()).toEqual([...Object.keys(bad), 'MAIL_FROM'].sort());
  });

  it('and its value is never repeated', () => {
    const message = problems({
      PORT: 'sesame-port',
      DATABASE_URL: 'mysql://user:sesame-database@localhost',
      OPERATOR_TOKEN: 'sesame-token',
      METRICS_TOKEN: 'sesame-metrics',
      SMTP_URL: 'http://user:sesame-mail@localhost',
      REDIS_URL: 'http://:sesame-redis@localhost',
      PUBLIC_URL: 'sesame-public',
      TRUST_PROXY: 'sesame-proxy',
      LOG_LEVEL: 'sesame-level',
      LIMIT_IP_PER_MINUTE: 'sesame-limit',
    }).join('\n');
    expect(message).not.toBe('');
    expect(message).not.toContain('sesame');
    expect(message).not.toContain('user');
  });

  it('and neither are the good ones beside it', () => {
    const good = { DATABASE_URL: DATABASE, OPERATOR_TOKEN: `sesame${TOKEN}`, REDIS_URL: 'redis://:sesame@localhost' };
    const message = problems({ ...good, PORT: 'x' }).join('\n');
    expect(message).toBe('PORT must be a whole number from 0 to 65535');
  });
});

describe('the settings', () => {
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

describe('the database of the migration', () => {
  it('needs no other setting', () => {
    expect(databaseUrlFrom({ DATABASE_URL: DATABASE })).toBe(DATABASE);
    expect(databaseUrlFrom({ DATABASE_URL: DATABASE, PORT: 'x', OPERATOR_TOKEN: 'x' })).toBe(DATABASE);
    expect(databaseUrlFrom({})).toBeUndefined();
    expect(databaseUrlFrom({ DATABASE_URL: ' ' })).toBeUndefined();
  });

  it('is refused when it is not an address of one, without repeating it', () => {
    const read = () => databaseUrlFrom({ DATABASE_URL: 'mysql://user:sesame@localhost' });
    expect(read).toThrow(/^Invalid settings:\n {2}DATABASE_URL must be an address that starts with postgres:\/\/ or/);
    expect(read).not.toThrow(/sesame/);
  });
});

it('is frozen, its limits included', () => {
  const config = Config.from({});
  expect([Object.isFrozen(config), Object.isFrozen(config.limits)]).toEqual([true, true]);
});

describe('what commands need', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-settings-'));
  const here = process.cwd();
  afterEach(() => process.chdir(here));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [{}, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
    [{ HOST: '::' }, 'http://[::]:3000', 'http://[::1]:3000'],
    [{ HOST: '10.0.0.1', PUBLIC_URL: 'https://leads.example/' }, 'https://leads.example', 'http://10.0.0.1:3000'],
  ])('of the address with %j: the public one for imports, that of the machine for operators', (set, open, own) => {
    expect(importSettingsFrom({ ...set, ENTRADA_SESSION: 's' })).toMatchObject({ url: open, session: 's' });
    expect(operatorSettingsFrom(set)).toMatchObject({ url: own });
    for (const read of [importSettingsFrom, operatorSettingsFrom])
      expect(() => read({ PORT: 'x' })).toThrow('PORT must');
  });

  it('of the token: the first that is set, else the one in the folder of the database', () => {
    const tokens = (set: Record<string, string>) =>
      [importSettingsFrom, operatorSettingsFrom].map((read) => read(set).operatorToken);
    expect(tokens({ DATA_DIR: folder })).toEqual([undefined, undefined]);
    writeFileSync(join(folder, 'operator-token'), `${OTHER}\n`);
    expect(tokens({ DATA_DIR: folder })).toEqual([OTHER, OTHER]);
    expect(tokens({ DATA_DIR: folder, OPERATOR_TOKEN: `${TOKEN},${OTHER}` })).toEqual([TOKEN, TOKEN]);
    process.chdir(folder);
    expect(tokens({})).toEqual([undefined, undefined]);
  });

  it('of the environment: what .env says, where there is one', () => {
    const load = jest.spyOn(process, 'loadEnvFile').mockReturnValue();
    process.chdir(folder);
    expect([loadEnvironment(), load.mock.calls]).toEqual([process.env, []]);
    writeFileSync('.env', 'PORT=1\n');
    expect(loadEnvironment()).toBe(process.env);
    expect(load.mock.calls).toEqual([['.env']]);
    load.mockRestore();
  });
});
