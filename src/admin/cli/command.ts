import { type ParseArgsConfig, parseArgs } from 'node:util';
import { operatorSettingsFrom } from '../../command-settings';
import { loadEnvironment } from '../../config';
import { OperatorClient } from './operator-client';

/** Arguments that the command does not accept. */
class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of a command, which are options only; throws for any other. */
export function readOptions<const Given extends Options>(options: Given) {
  try {
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** Throws for arguments that are missing or do not go together. */
export function misused(message: string): never {
  throw new UsageError(message);
}

/** The service at `url`, or else at the address on this machine that the settings say. */
export function connect(url: string | undefined): OperatorClient {
  const settings = operatorSettingsFrom(loadEnvironment());
  if (url !== undefined && !/^https?:\/\/./.test(url))
    misused('--url takes an address that begins with http:// or https://');
  if (!settings.operatorToken) {
    throw new Error(
      "The operator's token is missing: set OPERATOR_TOKEN, or DATA_DIR to the folder of the embedded database.",
    );
  }
  return new OperatorClient((url ?? settings.url).replace(/(?<!\/)\/+$/, ''), settings.operatorToken);
}

/** Runs a command: exit status 0, 1 when it failed, 2 when its arguments are wrong. */
export function runCommand(usage: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const isMisuse = error instanceof UsageError;
    console.error(error instanceof Error ? error.message : error);
    if (isMisuse) console.error(usage);
    process.exitCode = isMisuse ? 2 : 1;
  });
}
