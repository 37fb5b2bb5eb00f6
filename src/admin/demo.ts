import type { INestApplication } from '@nestjs/common';
import { listAccounts, lockAccount } from '../accounts/account.queries';
import { listSignInAccounts } from '../accounts/members/members.queries';
import { DEMO_ADDRESS, DEMO_ADDRESSES } from '../accounts/mails/mails.queries';
import { jobActor } from '../accounts/actor';
import { addKey } from '../auth/keys/api-keys.service';
import { listKeys } from '../auth/keys/api-keys.queries';
import { SignInLinksService } from '../auth/sessions/sign-in-links.service';
import { linkUrl } from '../auth/sessions/account-token';
import { LAST_ID } from '../common/input/paging';
import type { Config } from '../config/config';
import { PERMISSIONS } from '../contract/key';
import { Database } from '../database/database';
import { curlLine } from '../contract/base-path';
import { AccountManagementService } from './account-management.service';

const ACTOR = jobActor('first start');

const DEMO = {
  name: 'Conta de demonstração',
  owner: { name: 'Demonstração', email: DEMO_ADDRESS },
  plan: { api: true, autoOrigin: true },
  licenceActive: true,
  comercialEnabled: true,
};

/**
 * Prints the first steps after a start with the embedded database: a link into the demo account's console, and how to make accounts and
 * keys. The first start makes the demo account, and prints its key and a command that creates a lead.
 */
export async function showFirstSteps(app: INestApplication, config: Config): Promise<void> {
  const demo = await demoAccount(app);
  if (demo) {
    const secret = await printFirstKey(app.get(Database), demo);
    if (secret) await print(`\nCreate a lead:\n\n  ${curlLine(config.publicUrl, secret)}\n`);
    const { token } = await app.get(SignInLinksService).give(demo, ACTOR);
    const link = linkUrl(config, token);
    await print(`\nOpen the console of the demo account; the link works once, for 15 minutes:\n\n  ${link}\n`);
  }
  await print(`
API reference:                 ${config.publicUrl}/docs
A new link into the console:   npm run console-link
An account and a key for it:   npm run account -- --name "Minha Loja" --owner "Ana Souza" --email ana@example.com

`);
}

/** Id of the demo account, which is made when no account exists. */
async function demoAccount(app: INestApplication): Promise<string | undefined> {
  if ((await app.get(Database).read(listAccounts(undefined, 1))).length === 0) {
    return (await app.get(AccountManagementService).open(DEMO, ACTOR)).id;
  }
  const owned = await Promise.all(DEMO_ADDRESSES.map((address) => app.get(Database).read(listSignInAccounts(address))));
  return owned.flat().find(({ name }) => name === DEMO.name)?.id;
}

/** Makes the demo account's first key; undefined when it has or had one. Printed before the commit, so that no key exists unseen. */
function printFirstKey(database: Database, accountId: string): Promise<string | undefined> {
  return database.transaction(accountId, async (tx) => {
    const account = await tx.send(lockAccount(accountId));
    if ((await tx.send(listKeys(accountId, LAST_ID, 1))).length > 0) return undefined;
    const { secret } = await addKey(tx, account, 'demonstração', PERMISSIONS, ACTOR);
    await print(`\nA demo account was made. Its API key, shown this once:\n\n  ${secret}\n`);
    return secret;
  });
}

/** Resolves when the text has left the process. */
const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
