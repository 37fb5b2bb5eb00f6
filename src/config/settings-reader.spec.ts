import { Config } from './config';

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
const badSettings = (environment: Record<string, string>): string[] =>
  problems(environment).map((line) => line.split(' ')[0] ?? '');

describe('a bad setting is named', () => {
  const notWhole = ['-1', '1.5', '1e3', '0x10', '+1', '1 000', '1,000', 'abc', '٣', 'NaN', 'Infinity', '9'.repeat(30)];
  const limits = [
    ...['LIMIT_IP_PER_MINUTE', 'LIMIT_KEY_PER_MINUTE', 'LIMIT_KEY_WRITES_PER_MINUTE', 'LIMIT_KEY_METRICS_PER_MINUTE'],
    ...['LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY', 'LIMIT_SESSION_PER_MINUTE'],
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
    [
      'PUBLIC_URL',
      ['/crm', '/crm/', '/?', '/?a=b', '?a', '/#/', '#top', ':x', '/a@b', ' .br'].map(
        (rest) => `https://x.example${rest}`,
      ),
    ],
    ['PUBLIC_URL', ['https://user:sesame@x.example', 'https://user@x.example', 'xhttp://x.example', 'https:x.example']],
    ['DATABASE_URL', ['postgres://u:pa#ss@host/db', 'postgres://u:1/2@host/db', 'postgres://u:100%@host/db']],
    ['REDIS_URL', ['redis://:pa/ss@host', 'rediss://:1?2@host:6380', 'redis://:100%@host', 'redis://host:port']],
    ['SMTP_URL', ['smtp://u:pa#ss@mail.example', 'smtps://u:1/2@mail.example']],
    ['MAIL_FROM', ['Entrada', 'Entrada <avisos>', 'a@b.example, c@d.example', 'Ana, Bia <a@b.example>', 'a@', '@b']],
    [
      'MAIL_FROM',
      ['Entrada: a@b.example', 'A <a@b.example> B', 'A <a@b.example', 'A\nBcc: <c@d.example>', 'a@b@c', 'a b@c'],
    ],
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
    expect(problems({ PUBLIC_URL: 'https://x.example/crm' })).toEqual([
      'PUBLIC_URL must be http:// or https:// and a host, without path, user or parameter (https://leads.example.com): ' +
        'the console and its cookie need the root of the host',
    ]);
    expect(problems({ REDIS_URL: 'redis://:pa#ss@x' })).toEqual([
      'REDIS_URL must have #, / and ? of its user and password encoded: %23, %2F and %3F',
    ]);
    expect(problems({ MAIL_FROM: 'x' })).toEqual([
      'MAIL_FROM must be one address, or a name and one: Entrada <entrada@example.com>',
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
      LIMIT_SESSION_PER_MINUTE: 'x',
      LOG_LEVEL: 'x',
    };
    expect(badSettings(bad).sort()).toEqual([...Object.keys(bad), 'MAIL_FROM'].sort());
  });

  it('and its value is never repeated', () => {
    const message = problems({
      PORT: 'sesame-port',
      DATABASE_URL: 'postgres://alibaba:sesame#database@localhost',
      OPERATOR_TOKEN: 'sesame-token',
      METRICS_TOKEN: 'sesame-metrics',
      SMTP_URL: 'http://alibaba:sesame-mail@localhost',
      REDIS_URL: 'redis://:sesame%redis@localhost',
      PUBLIC_URL: 'https://alibaba:sesame-public@localhost',
      MAIL_FROM: 'sesame-from',
      TRUST_PROXY: 'sesame-proxy',
      LOG_LEVEL: 'sesame-level',
      LIMIT_IP_PER_MINUTE: 'sesame-limit',
    }).join('\n');
    expect(message).not.toBe('');
    expect(message).not.toContain('sesame');
    expect(message).not.toContain('alibaba');
  });

  it('and neither are the good ones beside it', () => {
    const good = { DATABASE_URL: DATABASE, OPERATOR_TOKEN: `sesame${TOKEN}`, REDIS_URL: 'redis://:sesame@localhost' };
    const message = problems({ ...good, PORT: 'x' }).join('\n');
    expect(message).toBe('PORT must be a whole number from 0 to 65535');
  });
});
