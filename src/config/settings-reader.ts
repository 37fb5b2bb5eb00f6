import { type MailTls, mailTlsOf } from './tls';

/** Matches a query with an `@`: text before its first parameter is host and path. */
const QUERY_WITH_AT = /^[^/?#]*(\/[^?#@]*)?\?[^?#@]*=/;

/**
 * Returns what is wrong with a server's address, as the end of a sentence without the value, or undefined. `isDecoded`:
 * the library decodes user and password, and fails on a bare `%`.
 */
export function urlProblem(value: string, protocols: readonly string[], isDecoded: boolean): string | undefined {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (!starts.some((start) => value.toLowerCase().startsWith(start))) {
    return `must be an address that starts with ${starts.join(' or ')}`;
  }
  if (isCutShort(value)) return 'must have #, / and ? of its user and password encoded: %23, %2F and %3F';
  if (!URL.canParse(value))
    return 'must name a host, and if a port, a number; encode special characters of the password';
  if (isDecoded && hasLonePercent(value)) return 'must have each % of its user and password encoded: %25';
  return undefined;
}

/**
 * Whether `#`, `/`, `?` or a dropped line break before the last `@` ends user or password early. Parsed, `pa#ss` gives
 * an error or another host. Settings need no `#` elsewhere.
 */
function isCutShort(url: string): boolean {
  const rest = url.slice(url.indexOf('//') + 2);
  const credentials = rest.slice(0, Math.max(rest.lastIndexOf('@'), 0));
  return /[\t\r\n#]/.test(rest) || (/[/?]/.test(credentials) && !QUERY_WITH_AT.test(credentials));
}

function hasLonePercent(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(`${username}:${password}`);
    return false;
  } catch {
    return true;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_LENGTH = 32;

const PUBLIC_ADDRESS =
  'must be http:// or https:// and a host, without path, user or parameter (https://leads.example.com): ' +
  'the console and its cookie need the root of the host';

/** One address, with or without a name; not a list, and nothing that could end the header. */
const SENDER = /^(?:(?:"[^"\r\n]*" *|[^"<>,;:@\r\n]*)<[^\s<>,;@]+@[^\s<>,;@]+>|[^\s<>,;:@]+@[^\s<>,;:@]+)$/;

/** Builds the address of a server on this host and port; brackets IPv6 hosts. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Reads single settings and collects their problems, so that one message names every bad one. */
export class SettingsReader {
  private readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  /** Reads a text; a blank setting counts as unset. */
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

  /** Reads at most `max` secrets, separated by commas. Refuses one that begins like a key or a session. */
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

  /** Reads the address of a server. `isDecoded` is false where a `%` of the password needs no encoding. */
  url(name: string, protocols: string[], isDecoded = true): string | undefined {
    const value = this.text(name);
    const must = value && urlProblem(value, protocols, isDecoded);
    if (must) this.problem(name, must);
    return value;
  }

  smtp(): { smtpUrl: string | undefined; mailTls: MailTls | undefined } {
    const smtpUrl = this.url('SMTP_URL', ['smtp:', 'smtps:'], false);
    if (!smtpUrl || this.problems.some((one) => one.startsWith('SMTP_URL '))) {
      return { smtpUrl, mailTls: undefined };
    }
    const mailTls = mailTlsOf(smtpUrl);
    if (!mailTls) this.problem('SMTP_URL', 'must name a host, and takes no parameter but tls=off, with smtp:// only');
    return { smtpUrl, mailTls };
  }

  sender(isRequired: boolean): string | undefined {
    const value = this.text('MAIL_FROM');
    if (isRequired && !value) this.problem('MAIL_FROM', 'is required when SMTP_URL is set');
    if (value && !SENDER.test(value)) {
      this.problem('MAIL_FROM', 'must be one address, or a name and one: Entrada <entrada@example.com>');
    }
    return value;
  }

  /** `false` is explicit; unset is not. */
  trustedProxies(): number | undefined {
    const value = this.text('TRUST_PROXY');
    if (value === undefined || value === 'false') return value === undefined ? undefined : 0;
    return this.integer('TRUST_PROXY', 0, 1, 10);
  }

  /** Reads an origin: scheme, host and port. Mail links, cookies and the console have no place for a path. */
  publicUrl(host: string, port: number): string {
    const value = this.text('PUBLIC_URL');
    if (value === undefined) return httpAddress(host, port);
    if (/^https?:\/\//i.test(value) && URL.canParse(value)) {
      const url = new URL(value);
      if (/^\/*$/.test(url.pathname) && !/[?#@]/.test(value)) return url.origin;
    }
    this.problem('PUBLIC_URL', PUBLIC_ADDRESS);
    return value;
  }

  databaseUrl(): string | undefined {
    return this.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  }

  oneOf(name: string, values: string[], fallback: string): string {
    const value = this.text(name) ?? fallback;
    if (!values.includes(value)) this.problem(name, `must be one of ${values.join(', ')}`);
    return value;
  }

  /** Adds a problem; never repeats the value, which may be a secret. */
  problem(name: string, what: string): void {
    this.problems.push(`${name} ${what}`);
  }

  finish(): void {
    if (this.problems.length > 0) throw new Error(`Invalid settings:\n  ${this.problems.join('\n  ')}`);
  }
}
