import type { AccountName } from '../src/contract/account';
import type { Me } from '../src/contract/members/member';
import type { LinkLook, NewSession } from '../src/contract/session';
import { ApiFailure, call, showAccount } from './api';
import {
  clearLocations,
  saveRequestedLocation,
  savedLocations,
  leaveForeignLocation,
  type SavedLocation,
  replaceHash,
  restoreLocation,
} from './saved-location';
import { forgetDrafts } from './pages/activities/draft';
import { say } from './ui/messages';

export type SignedIn =
  | { readonly state: 'unknown' }
  /** Signed out; perhaps with the reason. */
  | { readonly state: 'out'; readonly reason?: string }
  | { readonly state: 'failed'; readonly failure: ApiFailure }
  /** An open sign-in link waits for its button; a session may already exist. */
  | {
      readonly state: 'link';
      readonly token: string;
      readonly link: LinkLook;
      readonly current: Me | undefined;
    }
  | { readonly state: 'in'; readonly me: Me; readonly endsAt: string | null };

// Expiry of the session, for display and for other tabs; scripts cannot read the session's cookie.
export const ENDS_AT = 'entrada-session-ends-at';
const LINK = /^#link=(\w+)$/;
const DAY = '#/hoje';
const DEAD_LINK = 'Este link já foi usado ou venceu.';

export const tokenOfLink = (): string | undefined => LINK.exec(location.hash)?.[1];

/** Finds the present session. Reads a sign-in link in the address without using it. */
export async function fetchSession(): Promise<SignedIn> {
  showAccount(undefined);
  const token = tokenOfLink();
  try {
    const link = token && (await unlessRefused(call<LinkLook>('POST', '/sign-in-links/look', { token })));
    const current = await unlessRefused(call<Me>('GET', '/me'));
    if (token && link) return { state: 'link', token, link, current };
    if (!current) return nobody(token);
    if (token) say(`${DEAD_LINK} Você continua em ${current.account.name}.`);
    return await arrive(current, token !== undefined);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { state: 'failed', failure: error };
  }
}

/** Begins the session of a link; a remembered device keeps it for 30 days. Throws `ApiFailure`. */
export async function enter(token: string, remember: boolean): Promise<SignedIn> {
  // Read before other tabs notice the session, because each then saves its own location.
  const locations = savedLocations();
  const begun = await unlessRefused(call<NewSession>('POST', '/sessions', { token, remember }));
  if (!begun) return fetchSession();
  localStorage.setItem(ENDS_AT, begun.expires_at);
  const { data: me } = await call<Me>('GET', '/me');
  if (me.member) say(`Você entrou como ${me.member.name}.`);
  return arrive(me, true, locations);
}

/** Continues in the present session, and leaves the link unused. */
export const stay = (me: Me): Promise<SignedIn> => arrive(me, true);

/** Replaces the session by one of another account of the same person. Throws `ApiFailure`. */
export async function switchTo({ id }: AccountName): Promise<void> {
  const { data } = await call<NewSession>('POST', `/my-accounts/${id}/switch`);
  localStorage.setItem(ENDS_AT, data.expires_at);
}

/** Throws `ApiFailure`. */
export async function signOut(): Promise<SignedIn> {
  await call('DELETE', '/sessions/current');
  localStorage.removeItem(ENDS_AT);
  clearLocations();
  forgetDrafts();
  replaceHash('#/');
  return { state: 'out', reason: 'Você saiu.' };
}

/** Handles a session that expired, or ended elsewhere: the location stays for the next one. */
export function ended(): SignedIn {
  localStorage.removeItem(ENDS_AT);
  saveRequestedLocation();
  return { state: 'out', reason: 'Sua sessão terminou. Peça um novo link para continuar.' };
}

async function arrive(me: Me, isByLink: boolean, locations?: readonly SavedLocation[]): Promise<SignedIn> {
  const { id } = me.account;
  const wantsHome = (): boolean => isByLink || !location.hash;
  const home = wantsHome() ? await homeOf(me) : '';
  // The address has a path, or a link, which must not stay in the browser's history.
  if (wantsHome()) restoreLocation(id, home, isByLink ? locations : []);
  else leaveForeignLocation(id);
  showAccount(id);
  return { state: 'in', me, endsAt: localStorage.getItem(ENDS_AT) };
}

/** First page: the work of the day; the first steps for an owner without any lead. */
async function homeOf({ member }: Me): Promise<string> {
  if (member && member.role !== 'owner') return DAY;
  // The page itself says when the service cannot be reached.
  const leads = await call<unknown[]>('GET', '/leads?limit=1').catch(() => undefined);
  return leads?.data.length === 0 ? '#/' : DAY;
}

function nobody(token: string | undefined): SignedIn {
  if (token) {
    replaceHash('#/');
    return { state: 'out', reason: `${DEAD_LINK} Peça um novo.` };
  }
  if (localStorage.getItem(ENDS_AT)) return ended();
  saveRequestedLocation();
  return { state: 'out' };
}

/** Undefined when the session or token is unknown. */
async function unlessRefused<Data>(answer: Promise<{ readonly data: Data }>): Promise<Data | undefined> {
  try {
    return (await answer).data;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'unauthorized') return undefined;
    throw error;
  }
}
