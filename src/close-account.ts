import { lstatSync } from 'node:fs';
import { databaseUrlFrom } from './commands/command-settings';
import { misused, readOptions, runCommand } from './commands/command';
import { endAccount } from './commands/end-account';
import { logProcess } from './common/process/process-log';
import { RELEASE } from './common/process/version';
import { isId } from './common/input/id.pipe';
import { loadEnvironment } from './config/config';
import { connectSide } from './database/move/sides';

const USAGE = `Usage: npm run close-account -- --account ID [--export FILE] [--now --name NAME]

Deletes everything of an account that was closed, when it can no longer be restored. DATABASE_URL is the address of entrada_owner. It may be
stopped, and run again, at any time.
--export   first writes everything of the account into this new file, as lines of JSON
--now      ends the account before its day, or without having been closed; --name confirms with its name
--version  prints the release`;

/** `npm run close-account`: deletes a closed account. */
async function main(): Promise<void> {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const given = readOptions({ account: text, export: text, now: flag, name: text, version: flag, help: flag });
  if (given.help) return console.log(USAGE);
  if (given.version) return console.log(RELEASE.version);
  const { account, export: exportTo, now, name } = given;
  if (!account || !isId(account)) misused('--account takes the id of an account');
  if ((now ?? false) !== (name !== undefined)) misused('--now and --name go together');
  if (exportTo !== undefined && lstatSync(exportTo, { throwIfNoEntry: false }))
    misused(`--export: ${exportTo} exists already`);
  const url = databaseUrlFrom(loadEnvironment());
  if (!url) throw new Error('DATABASE_URL is not set; it must be the address of entrada_owner.');
  const { client } = await connectSide({ name: 'DATABASE_URL', url }, 'entrada close-account');
  try {
    await endAccount(client, {
      accountId: account.toLowerCase(),
      now: name === undefined ? undefined : { name },
      exportTo,
      onLine: (line) => console.log(line),
    });
  } finally {
    await client.end();
  }
}

logProcess();
runCommand(USAGE, main);
