import { type LoggerOptions, pino } from 'pino';
import { Repeats } from './repeats';

const repeats = new Repeats();

interface Fields {
  readonly job?: string;
  readonly sqlstate?: unknown;
  readonly code?: unknown;
}

const reasonOf = ({ sqlstate, code }: Fields): unknown => sqlstate ?? code;

export const LOG_FORMAT: LoggerOptions = {
  base: { service: 'entrada', pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  hooks: {
    /** A lasting failure is one line; the lines of failed requests are still written. */
    logMethod(args, write) {
      const [fields, message] = args as unknown as [Fields | string, string | undefined];
      const isRepeated =
        typeof fields === 'object' && message && repeats.has(`${message} ${fields.job ?? ''}`, reasonOf(fields));
      if (!isRepeated) write.apply(this, args);
    },
  },
};

/** Bytes of lines that wait for a blocked standard output; further lines are dropped. */
const MAX_UNWRITTEN = 8 * 1024 * 1024;

const output = pino.destination({
  dest: 1,
  sync: false,
  minLength: 4096,
  periodicFlush: 200,
  maxLength: MAX_UNWRITTEN,
});
const flushAtEnd = output.flushSync.bind(output);
// A full disk: without a handler the process would end, and the library would retry for ever on exit.
output.on('error', () => (output.flushSync = () => undefined));
output.on('write', () => (output.flushSync = flushAtEnd));

/** Writes a JSON line an event to standard output, within a fifth of a second. Never pass personal data. */
export const log = pino(LOG_FORMAT, output);

/**
 * Selects the parts of an error that may be logged. Omits message and parameters of a database error, which hold
 * personal data; other messages may quote values too.
 */
export function describeError(error: unknown): Record<string, unknown> {
  // Any value can be thrown, also undefined.
  const cause = (error as { driverError?: unknown } | null | undefined)?.driverError ?? error ?? {};
  const { code, constraint, table } = cause as { code?: unknown; constraint?: unknown; table?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return { sqlstate: code, constraint, table };
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: error.name,
    code: code ?? (NO_CONNECTION.test(error.message) ? 'no_connection' : undefined),
    stack: framesOf(error),
  };
}

/** Messages, without a code, for a missing connection. */
const NO_CONNECTION = /^(no connection to the database|Connection terminated|timeout expired)/;

function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const frames = start < 0 ? stack : stack.slice(start + message.length);
  return frames
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');
}
