import { connect, misused, readOptions, runCommand } from './commands/command';
import { consoleLink, listAccounts } from './commands/accounts';
import type { AdminClient } from './commands/admin-client';
import { curlLine } from './contract/base-path';
import { LINK_MINUTES } from './contract/limits';
import type { AccountView } from './contract/account';
import { type NewApiKeyView, PERMISSIONS } from './contract/key';

const USAGE =
  'Usage: npm run account -- --name "Minha Loja" --owner "Ana Souza" --email ana@example.com [--no-key] [--url ADDRESS]';

interface NewAccount {
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string };
}

/** `npm run account`: opens an account with the default pipeline in the running service; prints a console link and a key. */
async function main(): Promise<void> {
  const { name, owner, email, url, help, ...others } = readOptions({
    name: { type: 'string' },
    owner: { type: 'string' },
    email: { type: 'string' },
    'no-key': { type: 'boolean' },
    url: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (help) return console.log(USAGE);
  if (!name?.trim() || !owner?.trim() || !email?.trim()) misused('--name, --owner and --email are needed');
  const client = connect(url);
  const account = { name: name.trim(), owner: { name: owner.trim(), email: email.trim() } };
  await refuseTwice(client, account);
  const id = await open(client, account);
  // Printed at once: the account exists, even if a later step fails.
  console.log(`Account ${account.name}, opened for ${account.owner.name}:\n\n  ${id}\n`);
  const link = await consoleLink(client, id);
  console.log(`Open its console; the link works once, for ${LINK_MINUTES} minutes:\n\n  ${link}\n`);
  if (!others['no-key']) await printKey(client, id, link);
}

/** A repeated command, for example after a lost answer, must not open a second account. */
async function refuseTwice(client: AdminClient, { name, owner }: NewAccount): Promise<void> {
  const same = (await listAccounts(client)).find(
    (one) => one.name === name && one.owner.email.toLowerCase() === owner.email.toLowerCase(),
  );
  if (!same) return;
  throw new Error(
    `${owner.email} has an account of that name already: ${same.id}\n` +
      `A link into its console, where keys are made: npm run console-link -- --account ${same.id}`,
  );
}

async function open(client: AdminClient, account: NewAccount): Promise<string> {
  const { data } = await client.post<AccountView>('/accounts', {
    ...account,
    plan: { api: true, auto_origin: true },
    licence_active: true,
    comercial_enabled: true,
  });
  return data.id;
}

async function printKey(client: AdminClient, id: string, link: string): Promise<void> {
  const body = { name: 'primeira chave', permissions: PERMISSIONS };
  client.account = id;
  const { key } = (await client.post<NewApiKeyView>('/api-keys', body)).data;
  const publicUrl = link.slice(0, link.indexOf('/console#'));
  console.log(`Its API key with all permissions, shown this once:\n\n  ${key}\n`);
  console.log(`Create a lead:\n\n  ${curlLine(publicUrl, key)}`);
}

runCommand(USAGE, main);
