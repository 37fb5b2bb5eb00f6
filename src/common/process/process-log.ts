import { format } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { describeError, log, LOG_FORMAT } from './log';

/** Writes the last line of a failing process to standard error, at once and at any LOG_LEVEL. */
const lastWords = pino(LOG_FORMAT, pino.destination({ dest: 2, sync: true }));

/** Limit for the texts of libraries. */
const MAX_TEXT = 500;

export const nestLogger: LoggerService = {
  log: () => undefined,
  warn: (message: unknown, ...more: unknown[]) => log.warn(contextOf(more), textOf(message)),
  error: (message: unknown, ...more: unknown[]) =>
    log.error({ ...contextOf(more), ...described(message) }, textOf(message)),
  fatal: (message: unknown, ...more: unknown[]) =>
    log.fatal({ ...contextOf(more), ...described(message) }, textOf(message)),
};

/** Redirects all prints of libraries to the log. */
export function logConsole(): void {
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    const level = name === 'log' ? 'info' : name;
    console[name] = (...message: unknown[]) => log[level]({ library: true }, textOf(format(...message)));
  }
}

/** Logs warnings of Node.js. Ends the process with a line after an uncaught error: its state cannot be trusted. */
export function logProcess(): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, textOf(message)));
  process.on('uncaughtException', (error) => {
    lastWords.fatal(describeError(error), 'an error that nobody caught');
    process.exit(1);
  });
}

/** Ends a failed start with our own sentence, unframed on a terminal, or with the place of another error. */
export function failStart(error: unknown): never {
  const isOurs = error instanceof Error && error.constructor === Error;
  const text = error instanceof Error ? error.message : String(error);
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
  else lastWords.fatal(isOurs ? {} : describeError(error), text);
  process.exit(1);
}

const textOf = (message: unknown): string =>
  (message instanceof Error ? message.name : typeof message === 'string' ? message : 'an object').slice(0, MAX_TEXT);

const described = (message: unknown): object => (message instanceof Error ? describeError(message) : {});

/** Nest's last argument is its context; a stack may come before it. */
const contextOf = (more: unknown[]): object => {
  const context = more.at(-1);
  return typeof context === 'string' && !context.includes('\n') ? { context } : {};
};
