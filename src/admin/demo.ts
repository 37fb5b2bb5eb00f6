import type { INestApplication } from '@nestjs/common';
import { lockAccount, listOwned } from '../accounts/account.queries';
import { AccountsService } from '../accounts/accounts.service';
import { DEMO_ADDRESS, DEMO_ADDRESSES } from '../accounts/invented-address';
import { jobActor } from '../audit/audit-entry';
import { addKey } from '../auth/api-keys.service';
import { listKeys } from '../auth/auth.queries';
import { SignInLinksService } from '../auth/sign-in-links.service';
import { linkUrl } from '../auth/sign-in-token';
import { LAST_ID } from '../common/paging';
import type { Config } from '../config';
import { PERMISSIONS } from '../contract/key';
import { Database } from '../database/database';
import { AccountOpeningService } from './account-opening.service';
import { curlLine } from '../contract/curl-line';

const ACTOR = jobActor('first start');

const DEMO = {
  name: 'Conta de demonstração',
  owner: { name: 'Demonstração', email: DEMO_ADDRESS },
  plan: { api: true, autoOrigin: true },
  licenceActive: true,
  comercialEnabled: true,
};

/**
 * Prints what a person needs after a start with the embedded database: a link into the console of the demo account, and how to
 * make accounts and keys. The first start makes the demo account, and prints its key and a line to copy that creates a lead.
 */
export async function showFirstSteps(app: INestApplication, config: Config): Promise<void> {
  const demo = await demoAccount(app);
  if (demo) {
    const secret = await printFirstKey(app.get(Database), demo);
    if (secret) await print(`\nCreate a lead:\n\n  ${curlLine(config.publicUrl, secret)}\n`);
    const link = linkUrl(config, await app.get(SignInLinksService).give(demo, ACTOR));
    await print(`\nOpen the console of the demo account; the link works once, for 15 minutes:\n\n  ${link}\n`);
  }
  await print(`
API reference:                 ${config.publicUrl}/docs
A new link into the console:   npm run console-link
An account and a key for it:   npm run account -- --name "Minha Loja" --owner "Ana Souza" --email ana@example.com

`);
}

/** The id of the demo account, which is made when there are no accounts yet. */
async function demoAccount(app: INestApplication): Promise<string | undefined> {
  if ((await app.get(AccountsService).list(1)).length === 0) {
    return (await app.get(AccountOpeningService).open(DEMO, ACTOR)).id;
  }
  const owned = await Promise.all(DEMO_ADDRESSES.map((address) => app.get(Database).read(listOwned(address))));
  return owned.flat().find(({ name }) => name === DEMO.name)?.id;
}

/**
 * Makes the first key of the demo account; undefined when it has or had one. The key is printed before it is committed. So a
 * start that is killed leaves either a key that was shown, or no key, and then the next start makes one.
 */
function printFirstKey(database: Database, accountId: string): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    const account = await tx.send(lockAccount(accountId));
    if ((await tx.send(listKeys(accountId, LAST_ID, 1))).length > 0) return undefined;
    const { secret } = await addKey(tx, account, 'demonstração', PERMISSIONS, ACTOR);
    await print(`\nA demo account was made. Its API key, shown this once:\n\n  ${secret}\n`);
    return secret;
  });
}

/** Ends when the text has left the process. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
