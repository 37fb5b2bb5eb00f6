import { type ParseArgsConfig, parseArgs } from 'node:util';
import { operatorSettingsFrom } from './command-settings';
import { loadEnvironment } from '../config/config';
import { AdminClient, OPERATOR_CLIENT } from './admin-client';

class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options of a command; throws for any other argument. */
export function readOptions<const Given extends Options>(options: Given) {
  try {
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

export function misused(message: string): never {
  throw new UsageError(message);
}

/** Client of the service at `url`, or at the local address in the settings. */
export function connect(url: string | undefined): AdminClient {
  const settings = operatorSettingsFrom(loadEnvironment());
  if (url !== undefined && !/^https?:\/\/./.test(url))
    misused('--url takes an address that begins with http:// or https://');
  if (!settings.operatorToken) {
    throw new Error(
      "The operator's token is missing: set OPERATOR_TOKEN, or DATA_DIR to the folder of the embedded database.",
    );
  }
  return new AdminClient(url ?? settings.url, settings.operatorToken, OPERATOR_CLIENT);
}

/** A line of a command's report: a table, and its number of rows. */
export const rowsLine = (table: string, rows: string | number): string =>
  `${table.padEnd(30)} ${String(rows).padStart(12)}`;

/** Runs a command: exit status 0, 1 when it failed, 2 when its arguments are wrong. */
export function runCommand(usage: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const isMisuse = error instanceof UsageError;
    console.error(error instanceof Error ? error.message : error);
    if (isMisuse) console.error(usage);
    process.exitCode = isMisuse ? 2 : 1;
  });
}
