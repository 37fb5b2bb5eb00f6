import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import type { Client } from 'pg';
import { AppModule } from './app.module';
import { misused, readOptions, runCommand } from './commands/command';
import { accountMoveSettingsFrom } from './commands/command-settings';
import { findLaterErasures, type LaterErasures, repeatErasures } from './commands/later-erasures';
import { moveAccount } from './commands/move-account';
import { isId } from './common/input/id.pipe';
import { log } from './common/process/log';
import { logProcess, nestLogger } from './common/process/process-log';
import { RELEASE } from './common/process/version';
import { Config, loadEnvironment } from './config/config';
import { type Address, requireOwner } from './database/move/sides';
import { LeadErasureService } from './leads/people/lead-erasure.service';

const USAGE = `Usage: npm run move-account -- --account ID --from postgres://entrada_owner:…@one/entrada --to postgres://entrada_owner:…@other/entrada
         [--erasures FILE|none]

Copies one account into the database of another installation of this release, which has no row of it, compares it row by row, and opens it
there. At --from the account is closed, or --from is a restored backup that nobody is connected to. It may be stopped, and run again.
--erasures  for a backup: the file of \`npm run close-account -- --export\`; who was erased after the backup is erased again, and keys,
            members, owner and licence are those of the file. none: without
--version   prints the release`;

const NO_FILE = 'none';

/** `npm run move-account`: one account, from one installation to another, or from a restored backup. */
async function main(): Promise<void> {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const given = readOptions({ account: text, from: text, to: text, erasures: text, version: flag, help: flag });
  if (given.help) return console.log(USAGE);
  if (given.version) return console.log(RELEASE.version);
  const { account, erasures } = given;
  if (!account || !isId(account)) misused('--account takes the id of an account');
  if (erasures !== undefined && erasures !== NO_FILE && !existsSync(erasures))
    misused(`--erasures: there is no file ${erasures}`);
  const { from: source, to: target } = accountMoveSettingsFrom(loadEnvironment(), given);
  if (!source || !target) misused('--from and --to are needed');
  const [from, to] = [
    { name: '--from', url: source },
    { name: '--to', url: target },
  ];
  await requireOwner(from);
  await requireOwner(to);
  const accountId = account.toLowerCase();
  await moveAccount({
    ...{ accountId, from, to },
    hasErasures: erasures !== undefined,
    prepare: async (client) => {
      if (erasures === undefined || erasures === NO_FILE) return () => Promise.resolve();
      const found = await findLaterErasures(client, accountId, erasures);
      return (moved) => erase(moved, to, accountId, found);
    },
    onLine: (line) => console.log(line),
  });
}

/** Lets the service's own code erase people. */
async function erase(target: Client, { url }: Address, accountId: string, found: LaterErasures): Promise<void> {
  const config = Config.from({ DATABASE_URL: url, OPERATOR_TOKEN: randomBytes(32).toString('hex') });
  const service = await NestFactory.createApplicationContext(AppModule.of(config), {
    logger: nestLogger,
    abortOnError: false,
  });
  try {
    await repeatErasures(target, service.get(LeadErasureService), accountId, found);
  } finally {
    await service.close();
  }
  const { named, leads, phones, members } = found;
  console.log(
    `Erasures after the backup: ${named}. Erased again: ${leads.length} leads, ${phones.length} people without a lead, and what waits of them.`,
  );
  if (members.length > 0) console.log(`Anonymise these members again: ${members.join(', ')}`);
}

logProcess();
log.level = 'warn';
runCommand(USAGE, main);
