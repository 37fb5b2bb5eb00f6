import { consoleLink, listAccounts, memberLink } from './commands/accounts';
import { connect, readOptions, runCommand } from './commands/command';
import type { AccountView } from './contract/account';
import { LINK_MINUTES } from './contract/limits';

const USAGE = 'Usage: npm run console-link -- [--account ID_OR_EMAIL] [--member EMAIL] [--url ADDRESS]';
const SHOWN = 20;

/** `npm run console-link`: asks the running service for a link of the owner, or of a member, into the console, and prints it. */
async function main(): Promise<void> {
  const { account, member, url, help } = readOptions({
    account: { type: 'string' },
    member: { type: 'string' },
    url: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (help) return console.log(USAGE);
  const client = connect(url);
  const { id, name, owner } = choose(await listAccounts(client), account);
  const link = await (member === undefined ? consoleLink(client, id) : memberLink(client, id, member));
  console.error(
    `The console of ${name}, for ${member ?? owner.name}; the link works once, for ${LINK_MINUTES} minutes:\n`,
  );
  console.log(link);
}

/** The only account, or the only one with this id or owner's address; throws the list of several. */
function choose(accounts: AccountView[], wanted?: string): AccountView {
  const key = wanted?.trim().toLowerCase();
  const fitting = key ? accounts.filter(({ id, owner }) => id === key || owner.email.toLowerCase() === key) : accounts;
  const [first, ...others] = fitting;
  if (!first) throw new Error(key ? `No account has the id or the owner's address ${wanted}.` : NO_ACCOUNT);
  if (others.length === 0) return first;
  const list = fitting.slice(0, SHOWN).map(({ id, name, owner }) => `  ${id}  ${name} (${owner.email})`);
  const more = fitting.length > SHOWN ? `\n  and ${fitting.length - SHOWN} older ones` : '';
  throw new Error(`There are several accounts: name one by its id, with --account.\n${list.join('\n')}${more}`);
}

const NO_ACCOUNT = 'The service has no account yet: npm run account opens one.';

runCommand(USAGE, main);
