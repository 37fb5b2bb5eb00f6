import { newAccount, type TestApp } from './app';
import { HttpClient } from './http-client';

/** An account as the operator is shown it. */
export interface OwnedAccount {
  readonly id: string;
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string };
}

/** A session as the operator begins it. */
export interface Begun {
  readonly token: string;
  readonly expires_at: string;
  readonly console_url: string;
}

/** What the operator and the owners do with accounts and sessions; those who have none yet call from addresses of their own. */
export function ownerCalls(test: TestApp) {
  let addresses = 0;
  const nextAddress = (): string => `10.7.${Math.floor(++addresses / 250)}.${addresses % 250}`;
  const client = (token: string, { url } = test) => new HttpClient(`${url}/admin/v1`, token);
  const begin = async ({ id }: { id: string }) =>
    (await test.operator.post<Begun>(`/accounts/${id}/owner-sessions`)).data;

  return {
    nextAddress,
    client,
    begin,
    anyone: (address = nextAddress(), app = test) => client('', app).with({ 'X-Forwarded-For': address }),
    as: ({ token }: { token: string }) => client(token),
    linkTo: async (account: { id: string }) => (await begin(account)).console_url.replace(/.*=/, ''),
    openAccount: async (email?: string) =>
      (await test.operator.post<OwnedAccount>('/accounts', newAccount(email ? { owner: { name: 'Dona', email } } : {})))
        .data,
    changeOwner: ({ id }: { id: string }, email: string) =>
      test.operator.put(`/accounts/${id}/owner`, { name: 'Nova', email }),
  };
}
