import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_LIMITS } from '../contract/limits';
import { type Environment, SettingsReader } from './settings-reader';
import { isMailSentHere, isOnlyHere, uncheckedCertificates, type MailTls } from './tls';

type Settings = Omit<Config, 'with' | 'sendsMail'>;

/** Returns the process's environment, completed by `.env` in the working directory; the process's values win. */
export function loadEnvironment(): Environment {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (process.env.NODE_EXTRA_CA_CERTS !== NODE_EXTRA_CA_CERTS) throw new Error(NOT_IN_A_FILE);
  return process.env;
}

const NOT_IN_A_FILE =
  'Invalid settings:\n  NODE_EXTRA_CA_CERTS must be set where the process is started: Node.js does not read it from .env';

/** Configurable request limits: the five of the specification's section 8, and the calls of an owner's session. */
interface RequestLimits {
  readonly ipPerMinute: number;
  readonly keyPerMinute: number;
  readonly keyWritesPerMinute: number;
  readonly keyMetricsPerMinute: number;
  readonly accountSubmissionsPerDay: number;
  readonly sessionPerMinute: number;
  readonly formSubmissionsPerDay: number;
}

/** Days until data of each kind is deleted; 0 keeps it for ever (docs/operations.md, "Retention"). */
export interface RetentionDays {
  /** Sent mails. */
  readonly mail: number;
  /** Bodies of decided held submissions. */
  readonly held: number;
  /** Finished imports, with their results. */
  readonly imports: number;
  /** Records of leads that were merged into others. */
  readonly merges: number;
  readonly audit: number;
  /** Deliveries of sources that were applied or dismissed. */
  readonly deliveries: number;
  /** Entries of the accounts' lists of notifications. */
  readonly notifications: number;
}

/** All settings, validated and frozen (docs/operations.md, `.env.example`); the only reader of the environment. */
export class Config {
  readonly port!: number;
  readonly host!: string;
  /** Undefined: start the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl!: string | undefined;
  readonly databaseConnections!: number;
  readonly dataDir!: string;
  readonly isDataDirSet!: boolean;
  readonly redisUrl!: string | undefined;
  /** Secret of sign-in links and cursors. Undefined only with the embedded database, whose first start makes one. */
  readonly operatorToken!: string | undefined;
  /** The second token during a replacement. */
  readonly secondOperatorToken!: string | undefined;
  /** Opens only `/metrics`. */
  readonly metricsToken!: string | undefined;
  readonly publicUrl!: string;
  readonly smtpUrl!: string | undefined;
  /** Undefined without `smtpUrl`. */
  readonly mailTls!: MailTls | undefined;
  readonly mailFrom!: string | undefined;
  /** Trusted proxy hops in front of the service; 0 trusts none. Undefined: not configured, trusts none. */
  readonly trustedProxies!: number | undefined;
  readonly limits!: RequestLimits;
  readonly retention!: RetentionDays;
  readonly logLevel!: string;
  /** Messages logged at the start about settings that weaken the service. */
  readonly warnings!: readonly string[];

  private constructor(values: Settings) {
    Object.assign(this, values);
    Object.freeze(this.limits);
    Object.freeze(this.retention);
    Object.freeze(this);
  }

  get sendsMail(): boolean {
    return this.smtpUrl !== undefined;
  }

  /** Copies with some settings replaced: the embedded database and its token are known after the start. */
  with(values: Partial<Settings>): Config {
    const config = new Config({ ...this, ...values });
    if (config.metricsToken !== undefined && config.metricsToken === config.operatorToken) {
      throw new Error(`Invalid settings:\n  METRICS_TOKEN ${NOT_THE_OPERATORS}`);
    }
    return config;
  }

  /** Reads the settings. Throws one error that names every bad one. */
  static from(environment: Environment): Config {
    const read = new SettingsReader(environment);
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
    const mailFrom = read.sender(smtpUrl !== undefined);
    const publicUrl = read.publicUrl(host, port);
    const warnings = uncheckedCertificates(environment);
    // The address of a host with a zone has no URL.
    if (smtpUrl && mailTls && URL.canParse(publicUrl) && isOnlyHere(publicUrl)) {
      if (isMailSentHere(smtpUrl)) warnings.push(`PUBLIC_URL ${LINKS_OPEN_HERE}`);
      else read.problem('PUBLIC_URL', LINKS_OPEN_HERE);
    }
    const config = new Config({
      port,
      host,
      databaseUrl,
      databaseConnections: read.integer('DATABASE_CONNECTIONS', 21, 6, 1_000),
      dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
      isDataDirSet: read.text('DATA_DIR') !== undefined,
      redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
      operatorToken,
      secondOperatorToken,
      metricsToken,
      publicUrl,
      smtpUrl,
      mailTls,
      mailFrom,
      trustedProxies: read.trustedProxies(),
      limits: limitsFrom(read),
      retention: retentionFrom(read),
      logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
      warnings,
    });
    checkAuthorities(read, environment);
    read.finish();
    return config;
  }
}

/** Node.js ignores an unreadable file; connections would fail later. */
function checkAuthorities(read: SettingsReader, { NODE_EXTRA_CA_CERTS: file }: Environment): void {
  try {
    if (file) new X509Certificate(readFileSync(file));
  } catch {
    read.problem('NODE_EXTRA_CA_CERTS', 'must name a file of certificates (PEM) that the service can read');
  }
}

const LINKS_OPEN_HERE =
  'must be the address that people open (https://leads.example.com): links in mails would name this machine, and open on no other';

const NOT_THE_OPERATORS = "must be another token than the operator's";

const limitsFrom = (read: SettingsReader): RequestLimits => ({
  ipPerMinute: read.limit('LIMIT_IP_PER_MINUTE', DEFAULT_LIMITS.ipPerMinute),
  keyPerMinute: read.limit('LIMIT_KEY_PER_MINUTE', DEFAULT_LIMITS.keyPerMinute),
  keyWritesPerMinute: read.limit('LIMIT_KEY_WRITES_PER_MINUTE', DEFAULT_LIMITS.keyWritesPerMinute),
  keyMetricsPerMinute: read.limit('LIMIT_KEY_METRICS_PER_MINUTE', DEFAULT_LIMITS.keyMetricsPerMinute),
  accountSubmissionsPerDay: read.limit('LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY', DEFAULT_LIMITS.accountSubmissionsPerDay),
  sessionPerMinute: read.limit('LIMIT_SESSION_PER_MINUTE', DEFAULT_LIMITS.sessionPerMinute),
  formSubmissionsPerDay: read.limit('LIMIT_FORM_SUBMISSIONS_PER_DAY', DEFAULT_LIMITS.formSubmissionsPerDay),
});

const retentionFrom = (read: SettingsReader): RetentionDays => ({
  mail: read.days('RETENTION_DAYS_MAIL', 90),
  held: read.days('RETENTION_DAYS_HELD', 90),
  imports: read.days('RETENTION_DAYS_IMPORTS', 30),
  merges: read.days('RETENTION_DAYS_MERGES', 365),
  audit: read.days('RETENTION_DAYS_AUDIT', 185),
  deliveries: read.days('RETENTION_DAYS_DELIVERIES', 30),
  notifications: read.days('RETENTION_DAYS_NOTIFICATIONS', 365),
});
