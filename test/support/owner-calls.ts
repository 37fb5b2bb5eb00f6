import { newAccount, type TestApp } from './app';
import { HttpClient } from './http-client';

export interface OwnedAccount {
  readonly id: string;
  readonly name: string;
  readonly owner: { readonly name: string; readonly email: string };
}

export interface Begun {
  readonly token: string;
  readonly expires_at: string;
  readonly console_url: string;
}

/** Calls by operators and owners about accounts and sessions; unauthenticated callers have an address each. */
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
