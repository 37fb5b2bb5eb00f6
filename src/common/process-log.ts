import { format } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { describeError, log, LOG_FORMAT } from './log';

/** The last line of a process that ends by a failure: on standard error, written at once, and whatever LOG_LEVEL says. */
const lastWords = pino(LOG_FORMAT, pino.destination({ dest: 2, sync: true }));

/** Long enough for a sentence; no library gets to write more. */
const MAX_TEXT = 500;

/** What Nest says, in the format of the log. */
export const nestLogger: LoggerService = {
  log: () => undefined,
  warn: (said: unknown, ...more: unknown[]) => log.warn(toldBy(more), textOf(said)),
  error: (said: unknown, ...more: unknown[]) => log.error({ ...toldBy(more), ...described(said) }, textOf(said)),
  fatal: (said: unknown, ...more: unknown[]) => log.fatal({ ...toldBy(more), ...described(said) }, textOf(said)),
};

/** From now on everything that a library prints is a line of the log. */
export function logConsole(): void {
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    const level = name === 'log' ? 'info' : name;
    console[name] = (...said: unknown[]) => log[level]({ library: true }, textOf(format(...said)));
  }
}

/**
 * Warnings of Node.js are lines of the log. An error that nobody caught ends the process with one: its state can no
 * longer be trusted.
 */
export function logProcess(): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ warning: name }, textOf(message)));
  process.on('uncaughtException', (error) => {
    lastWords.fatal(describeError(error), 'an error that nobody caught');
    process.exit(1);
  });
}

/** Ends a start that failed: a sentence of ours as it is, on a terminal without its frame; anything else with where it was thrown. */
export function failStart(error: unknown): never {
  const isOurs = error instanceof Error && error.constructor === Error;
  const text = error instanceof Error ? error.message : String(error);
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
  else lastWords.fatal(isOurs ? {} : describeError(error), text);
  process.exit(1);
}

const textOf = (said: unknown): string =>
  (said instanceof Error ? said.name : typeof said === 'string' ? said : 'an object').slice(0, MAX_TEXT);

const described = (said: unknown): object => (said instanceof Error ? describeError(said) : {});

/** Nest's last argument is the part of it that speaks; a stack may come before it. */
const toldBy = (more: unknown[]): object => {
  const context = more.at(-1);
  return typeof context === 'string' && !context.includes('\n') ? { context } : {};
};
