import { isUnknownAuthority, TRUST_AUTHORITY } from '../../database/refusals';

/** Failure of Redis, as fields of a log line. */
export interface RedisRefusal {
  /** Code of a socket, or first word of Redis' answer, as READONLY, OOM or WRONGPASS. */
  readonly reason: string;
  readonly command?: string;
  /** Arguments of the command that the user has no right to. */
  readonly access?: 'keys';
  readonly remedy?: string;
}

const REMEDIES: Readonly<Record<string, string>> = {
  NOPERM: 'give the user of REDIS_URL the rights in docs/operations.md, "Limits over many instances"',
  unknown_command: 'REDIS_URL must lead to a Redis in which no command of docs/operations.md is renamed or disabled',
  WRONGPASS: 'REDIS_URL must have the user and the password of this Redis',
  NOAUTH: 'REDIS_URL must have the user and the password of this Redis',
  CROSSSLOT: 'REDIS_URL must lead to one server, not to a cluster',
  MOVED: 'REDIS_URL must lead to one server, not to a cluster',
};

/** Reads an error of Redis or its connection. For a command in a `script`, Redis 6 and 7.0 only name the line. */
export function redisRefusalOf(error: unknown, script: string): RedisRefusal {
  const { code, message, command: sent } = error as { code?: unknown; message?: unknown; command?: { name?: string } };
  if (typeof code === 'string') return { reason: code, ...(isUnknownAuthority(code) && authority) };
  const text = String(message);
  const reason = reasonOf(text);
  const remedy = REMEDIES[reason];
  if (reason !== 'NOPERM' && reason !== 'unknown_command') return remedy ? { reason, remedy } : { reason };
  const isOfKeys = /access (?:a|one of the) key/.test(text);
  const command = quotedIn(text) ?? commandAt(text, script) ?? sent?.name;
  return {
    reason,
    ...(command && { command: command.toLowerCase() }),
    ...(isOfKeys && { access: 'keys' }),
    remedy,
  };
}

const authority = { remedy: `REDIS_URL: ${TRUST_AUTHORITY}` };

function reasonOf(text: string): string {
  if (/^NOPERM\b|ACL failure|executing the script can't run/.test(text)) return 'NOPERM';
  if (/\bunknown (redis )?command/i.test(text)) return 'unknown_command';
  return /^[A-Z]+\b/.exec(text)?.[0] ?? 'no_answer';
}

const quotedIn = (text: string): string | undefined =>
  /'([\w|]+)' command|unknown command ['`](\w+)/i.exec(text)?.slice(1).find(Boolean);

function commandAt(text: string, script: string): string | undefined {
  const line = script.split('\n')[Number(/user_script:(\d+)/.exec(text)?.[1]) - 1];
  return /redis\.call\('(\w+)'/.exec(String(line))?.[1];
}
