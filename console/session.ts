import type { AccountName, AccountView } from '../src/contract/account';
import type { LinkLook, NewSession } from '../src/contract/session';
import { ApiFailure, call, showAccount } from './api';
import {
  forgetPlace,
  keepWantedPlace,
  keptPlaces,
  leaveForeignPlace,
  type Place,
  replacePlace,
  returnToPlace,
} from './place';
import { say } from './ui/messages';

/** Whether somebody is signed in. */
export type Session =
  | { readonly state: 'unknown' }
  /** Nobody is signed in; perhaps with the reason. */
  | { readonly state: 'out'; readonly reason?: string }
  | { readonly state: 'failed'; readonly failure: ApiFailure }
  /** A sign-in link is open and waits for its button; there may already be a session. */
  | {
      readonly state: 'link';
      readonly token: string;
      readonly link: LinkLook;
      readonly current: AccountView | undefined;
    }
  | { readonly state: 'in'; readonly account: AccountView; readonly endsAt: string | null };

// The session itself is a cookie that no script can read; its end is kept here, to show it, and to tell the other tabs.
export const ENDS_AT = 'entrada-session-ends-at';
const LINK = /^#link=(\w+)$/;
const DEAD_LINK = 'Este link já foi usado ou venceu.';

/** The token of the sign-in link in the address. */
export const linkToken = (): string | undefined => LINK.exec(location.hash)?.[1];

/** Finds the present session. A sign-in link in the address is read, but not used. */
export async function findSession(): Promise<Session> {
  showAccount(undefined);
  const token = linkToken();
  try {
    const link = token && (await unlessRefused(call<LinkLook>('POST', '/sign-in-links/look', { token })));
    const current = await unlessRefused(call<AccountView>('GET', '/account'));
    if (token && link) return { state: 'link', token, link, current };
    if (!current) return nobody(token);
    if (token) say(`${DEAD_LINK} Você continua em ${current.name}.`);
    return arrive(current, token !== undefined);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { state: 'failed', failure: error };
  }
}

/** Begins the session of a link. Throws `ApiFailure`. */
export async function enter(token: string): Promise<Session> {
  // Before the other tabs hear of the session: each of them keeps its own place then.
  const places = keptPlaces();
  const begun = await unlessRefused(call<NewSession>('POST', '/sessions', { token }));
  if (!begun) return findSession();
  localStorage.setItem(ENDS_AT, begun.expires_at);
  return arrive((await call<AccountView>('GET', '/account')).data, true, places);
}

/** Continues in the present session, and leaves the link unused. */
export const stay = (account: AccountView): Session => arrive(account, true);

/** Begins a session of another account of the same owner, instead of this one. Throws `ApiFailure`. */
export async function switchTo({ id }: AccountName): Promise<void> {
  const { data } = await call<NewSession>('POST', `/my-accounts/${id}/switch`);
  localStorage.setItem(ENDS_AT, data.expires_at);
}

/** Throws `ApiFailure`. */
export async function signOut(): Promise<Session> {
  await call('DELETE', '/sessions/current');
  localStorage.removeItem(ENDS_AT);
  forgetPlace();
  replacePlace('#/');
  return { state: 'out', reason: 'Você saiu.' };
}

/** The session has ended by itself, or elsewhere: the place stays for the next one. */
export function ended(): Session {
  localStorage.removeItem(ENDS_AT);
  keepWantedPlace();
  return { state: 'out', reason: 'Sua sessão terminou. Peça um novo link para continuar.' };
}

function arrive(account: AccountView, isByLink: boolean, places?: readonly Place[]): Session {
  // The address has a link, which must not stay in the browser's history, or a place.
  if (isByLink) returnToPlace(account.id, places);
  else leaveForeignPlace(account.id);
  showAccount(account.id);
  return { state: 'in', account, endsAt: localStorage.getItem(ENDS_AT) };
}

function nobody(token: string | undefined): Session {
  if (token) {
    replacePlace('#/');
    return { state: 'out', reason: `${DEAD_LINK} Peça um novo.` };
  }
  if (localStorage.getItem(ENDS_AT)) return ended();
  keepWantedPlace();
  return { state: 'out' };
}

/** The answer; undefined when the session or the token is not known. */
async function unlessRefused<Data>(answer: Promise<{ readonly data: Data }>): Promise<Data | undefined> {
  try {
    return (await answer).data;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'unauthorized') return undefined;
    throw error;
  }
}
