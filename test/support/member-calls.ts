import { randomUUID } from 'node:crypto';
import { SignInLinksService } from '../../src/auth/sessions/sign-in-links.service';
import type { MemberView } from '../../src/contract/members/member';
import type { GivenRole } from '../../src/contract/members/roles';
import { Database } from '../../src/database/database';
import type { TestApp } from './app';
import { HttpClient } from './http-client';

export interface SignedIn extends MemberView {
  readonly api: HttpClient;
  readonly token: string;
  readonly address: string;
}

/** Invites members of an account and signs them in, by links as mails have them. */
export function memberCalls(test: TestApp) {
  const begin = async (accountId: string, id: string, more: object = {}) => {
    const links = test.app.get(SignInLinksService);
    const { token } = await test.app.get(Database).transaction('', (tx) => links.add(tx, accountId, id));
    const client = new HttpClient(`${test.url}/admin/v1`, '');
    const session = (await client.post<{ token: string; expires_at: string }>('/sessions', { token, ...more })).data;
    return { ...session, api: new HttpClient(`${test.url}/admin/v1`, session.token) };
  };
  const invite = async (owner: HttpClient, role: GivenRole, name = 'Bruno', address = `${randomUUID()}@example.com`) =>
    (await owner.post<MemberView>('/members', { name, email: address, role })).data;
  return {
    begin,
    invite,
    /** A new member of the account with a session. */
    join: async (
      { accountId, owner }: { accountId: string; owner: HttpClient },
      role: GivenRole,
      name?: string,
    ): Promise<SignedIn> => {
      const member = await invite(owner, role, name);
      const { api, token } = await begin(accountId, member.id);
      return { ...member, api, token, address: member.email ?? '' };
    },
    /** The account's owner with a session, not the operator who acts for the owner. */
    ownerOf: async ({ accountId }: { accountId: string }) => {
      const { token } = (await test.operator.post<{ token: string }>(`/accounts/${accountId}/owner-sessions`)).data;
      return new HttpClient(`${test.url}/admin/v1`, token);
    },
  };
}
