import type { AccountView } from '../contract/account';
import type { GivenLink, GivenSession } from '../contract/session';
import type { AdminClient } from './admin-client';

/** All accounts, newest first. */
export async function listAccounts(client: AdminClient): Promise<AccountView[]> {
  const found: AccountView[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const query: string = cursor ? `?limit=100&cursor=${encodeURIComponent(cursor)}` : '?limit=100';
    const page = await client.get<AccountView[]>(`/accounts${query}`);
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  return found;
}

/** Makes a one-time link into the account's console. The session that this opens is ended, because only the link is used. */
export async function consoleLink(client: AdminClient, accountId: string): Promise<string> {
  const { data: session } = await client.post<GivenSession>(`/accounts/${accountId}/owner-sessions`);
  await client.withToken(session.token).delete('/sessions/current');
  return session.console_url;
}

/** Makes a one-time link for the active member with this address. */
export async function memberLink(client: AdminClient, accountId: string, email: string): Promise<string> {
  return (await client.post<GivenLink>(`/accounts/${accountId}/sign-in-links`, { email })).data.console_url;
}

/** The only account of the service; with several, throws a list of them. */
export async function chooseAccount(client: AdminClient): Promise<string> {
  const { data: accounts } = await client.get<AccountView[]>('/accounts');
  const [first, ...others] = accounts;
  if (!first) throw new Error('O serviço não tem nenhuma conta.');
  if (others.length === 0) return first.id;
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new Error(`Informe a conta com --account. As mais novas:\n${list}`);
}
