import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_LIMITS } from './contract/limits';
import { type MailTls, mailTlsOf } from './smtp-url';

/** The plain values of a `Config`. */
type Settings = Omit<Config, 'with'>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment, completed by a `.env` file in the working directory; the process's own values win. */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** The database of `npm run migrate`, which needs no other setting. */
export function databaseUrlFrom(environment: Environment): string | undefined {
  const read = new Reader(environment);
  const url = read.databaseUrl();
  read.finish();
  return url;
}

/** What `npm run import` needs: where the service is, and who asks. */
export interface ImportSettings {
  readonly url: string;
  /** The owner's. */
  readonly session: string | undefined;
  /** Without a setting, the one that the embedded database's first start made in this folder. */
  readonly operatorToken: string | undefined;
}

export function importSettingsFrom(environment: Environment): ImportSettings {
  const read = new Reader(environment);
  const url = read.publicUrl(read.text('HOST') ?? '127.0.0.1', read.integer('PORT', 3000, 0, 65_535));
  const operatorToken = read.operatorToken();
  read.finish();
  return { url, session: read.text('ENTRADA_SESSION'), operatorToken };
}

/** The settings of the operator's commands, which run beside the service. */
export interface OperatorSettings {
  /** Where the service listens, as seen from its own machine. */
  readonly url: string;
  readonly operatorToken: string | undefined;
}

export function operatorSettingsFrom(environment: Environment): OperatorSettings {
  const read = new Reader(environment);
  const host = read.text('HOST') ?? '127.0.0.1';
  const url = httpAddress(ANY_ADDRESS[host] ?? host, read.integer('PORT', 3000, 0, 65_535));
  const operatorToken = read.operatorToken();
  read.finish();
  return { url, operatorToken };
}

/** A service that listens on every address of its machine also listens on this one. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The five request limits of the specification's section 8 that an operator may change. */
export interface RequestLimits {
  readonly ipPerMinute: number;
  readonly keyPerMinute: number;
  readonly keyWritesPerMinute: number;
  readonly keyMetricsPerMinute: number;
  readonly accountSubmissionsPerDay: number;
}

/** After how many days data of each kind is deleted; 0 keeps it for ever (docs/operations.md, "Retention"). */
export interface RetentionDays {
  /** Mails that were sent. */
  readonly mail: number;
  /** Bodies of held submissions that were decided. */
  readonly held: number;
  /** Imports that have finished, with their results. */
  readonly imports: number;
  /** Records of leads that were merged into others. */
  readonly merges: number;
  /** Entries of the audit trail. */
  readonly audit: number;
}

/**
 * Every setting of the service, validated and frozen. `docs/operations.md` explains each; `.env.example` lists them.
 * This is the only reader of the environment.
 */
export class Config {
  readonly port!: number;
  readonly host!: string;
  /** Undefined: start the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl!: string | undefined;
  readonly dataDir!: string;
  /** Whether an operator set it. */
  readonly isDataDirSet!: boolean;
  readonly redisUrl!: string | undefined;
  /** Undefined only with the embedded database, where the first start makes one. Sign-in links and cursors are made with it. */
  readonly operatorToken!: string | undefined;
  /** The second token during a replacement. */
  readonly secondOperatorToken!: string | undefined;
  /** Opens `/metrics` and nothing else. */
  readonly metricsToken!: string | undefined;
  readonly publicUrl!: string;
  readonly smtpUrl!: string | undefined;
  /** Undefined without `smtpUrl`. */
  readonly mailTls!: MailTls | undefined;
  readonly mailFrom!: string | undefined;
  /** Number of trusted proxy hops in front of the service; 0 trusts none. Undefined: not configured, and none is trusted. */
  readonly trustedProxies!: number | undefined;
  readonly limits!: RequestLimits;
  readonly retention!: RetentionDays;
  readonly logLevel!: string;

  private constructor(values: Settings) {
    Object.assign(this, values);
    Object.freeze(this.limits);
    Object.freeze(this.retention);
    Object.freeze(this);
  }

  /** A copy with some settings replaced, for what is only known after the start: the embedded database and its token. */
  with(values: Partial<Settings>): Config {
    const config = new Config({ ...this, ...values });
    if (config.metricsToken !== undefined && config.metricsToken === config.operatorToken) {
      throw new Error(`Invalid settings:\n  METRICS_TOKEN ${NOT_THE_OPERATORS}`);
    }
    return config;
  }

  /** Reads the settings; throws one error that names every bad one. */
  static from(environment: Environment): Config {
    const read = new Reader(environment);
    const host = read.text('HOST') ?? '127.0.0.1';
    const port = read.integer('PORT', 3000, 0, 65_535);
    const databaseUrl = read.databaseUrl();
    const [operatorToken, secondOperatorToken] = read.secrets('OPERATOR_TOKEN', 2);
    if (databaseUrl && !operatorToken) read.problem('OPERATOR_TOKEN', 'is required when DATABASE_URL is set');
    const [metricsToken] = read.secrets('METRICS_TOKEN', 1);
    if (metricsToken && [operatorToken, secondOperatorToken].includes(metricsToken)) {
      read.problem('METRICS_TOKEN', NOT_THE_OPERATORS);
    }
    const { smtpUrl, mailTls } = read.smtp();
    const mailFrom = read.text('MAIL_FROM');
    if (smtpUrl && !mailFrom) read.problem('MAIL_FROM', 'is required when SMTP_URL is set');
    const config = new Config({
      port,
      host,
      databaseUrl,
      dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
      isDataDirSet: read.text('DATA_DIR') !== undefined,
      redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
      operatorToken,
      secondOperatorToken,
      metricsToken,
      publicUrl: read.publicUrl(host, port),
      smtpUrl,
      mailTls,
      mailFrom,
      trustedProxies: read.trustedProxies(),
      limits: {
        ipPerMinute: read.limit('LIMIT_IP_PER_MINUTE', DEFAULT_LIMITS.ipPerMinute),
        keyPerMinute: read.limit('LIMIT_KEY_PER_MINUTE', DEFAULT_LIMITS.keyPerMinute),
        keyWritesPerMinute: read.limit('LIMIT_KEY_WRITES_PER_MINUTE', DEFAULT_LIMITS.keyWritesPerMinute),
        keyMetricsPerMinute: read.limit('LIMIT_KEY_METRICS_PER_MINUTE', DEFAULT_LIMITS.keyMetricsPerMinute),
        accountSubmissionsPerDay: read.limit(
          'LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY',
          DEFAULT_LIMITS.accountSubmissionsPerDay,
        ),
      },
      retention: {
        mail: read.days('RETENTION_DAYS_MAIL', 90),
        held: read.days('RETENTION_DAYS_HELD', 90),
        imports: read.days('RETENTION_DAYS_IMPORTS', 30),
        merges: read.days('RETENTION_DAYS_MERGES', 365),
        audit: read.days('RETENTION_DAYS_AUDIT', 185),
      },
      logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    });
    read.finish();
    return config;
  }
}

const SECRET_LENGTH = 32;
const NOT_THE_OPERATORS = "must be another token than the operator's";

/** The address at which a server on this host and port is reached; IPv6 hosts go into brackets. */
function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Reads single settings and collects what is wrong with them, so that one message names every bad one. */
class Reader {
  private readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  /** A blank setting counts as unset. */
  text(name: string): string | undefined {
    return this.environment[name]?.trim() || undefined;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    this.problem(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  limit(name: string, fallback: number): number {
    return this.integer(name, fallback, 1, 1_000_000_000);
  }

  /** 0 to a century. */
  days(name: string, fallback: number): number {
    return this.integer(name, fallback, 0, 36_500);
  }

  /** At most this many, separated by commas. A token that begins like a key or a session would be mistaken for one. */
  secrets(name: string, max: number): string[] {
    const values =
      this.text(name)
        ?.split(',')
        .map((value) => value.trim()) ?? [];
    const must =
      (values.length > max && `may hold ${max === 1 ? 'one token' : `${max} tokens, separated by a comma`}`) ||
      (values.some(({ length }) => length < SECRET_LENGTH) && `must have at least ${SECRET_LENGTH} characters`) ||
      (values.some((value) => new Set(value).size === 1) && 'must not be one character repeated') ||
      (values.some((value) => value.startsWith('ent_') || /\s/.test(value)) &&
        'must not begin with ent_ or hold spaces') ||
      (new Set(values).size < values.length && 'must hold two different tokens');
    if (must) this.problem(name, must);
    return values;
  }

  /** The first of the setting's, else the one that the embedded database's first start made in DATA_DIR. */
  operatorToken(): string | undefined {
    const kept = join(this.text('DATA_DIR') ?? '.data', 'operator-token');
    return this.secrets('OPERATOR_TOKEN', 2)[0] ?? (existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined);
  }

  url(name: string, protocols: string[]): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !(URL.canParse(value) && protocols.includes(new URL(value).protocol))) {
      this.problem(name, `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return value;
  }

  smtp(): { smtpUrl: string | undefined; mailTls: MailTls | undefined } {
    const smtpUrl = this.url('SMTP_URL', ['smtp:', 'smtps:']);
    if (!smtpUrl || this.problems.some((one) => one.startsWith('SMTP_URL '))) {
      return { smtpUrl, mailTls: undefined };
    }
    const mailTls = mailTlsOf(smtpUrl);
    if (!mailTls) this.problem('SMTP_URL', 'must name a host, and takes no parameter but tls=off, with smtp:// only');
    return { smtpUrl, mailTls };
  }

  /** `false` is a decision; unset is not. */
  trustedProxies(): number | undefined {
    const value = this.text('TRUST_PROXY');
    if (value === undefined || value === 'false') return value === undefined ? undefined : 0;
    return this.integer('TRUST_PROXY', 0, 1, 10);
  }

  publicUrl(host: string, port: number): string {
    return (this.url('PUBLIC_URL', ['http:', 'https:']) ?? httpAddress(host, port)).replace(/(?<!\/)\/+$/, '');
  }

  databaseUrl(): string | undefined {
    return this.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  }

  oneOf(name: string, values: string[], fallback: string): string {
    const value = this.text(name) ?? fallback;
    if (!values.includes(value)) this.problem(name, `must be one of ${values.join(', ')}`);
    return value;
  }

  /** The message never repeats the value: it may be a secret. */
  problem(name: string, what: string): void {
    this.problems.push(`${name} ${what}`);
  }

  finish(): void {
    if (this.problems.length > 0) throw new Error(`Invalid settings:\n  ${this.problems.join('\n  ')}`);
  }
}
