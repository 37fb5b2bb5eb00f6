import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiFailure, call, onSessionEnd } from './api';
import type { Account } from './resources';
import { say } from './ui/messages';

/** Whether somebody is signed in: not known yet; nobody, perhaps with the reason; or the owner of an account. */
export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'out'; readonly reason?: string }
  | { readonly state: 'failed'; readonly failure: ApiFailure }
  | { readonly state: 'in'; readonly account: Account; readonly endsAt: string | null };

interface SessionControl {
  readonly session: Session;
  readonly signOut: () => Promise<void>;
  readonly retry: () => Promise<void>;
}

// The session itself is a cookie that no script can read; when it ends is kept here, to be shown.
const ENDS_AT = 'entrada-session-ends-at';
const LINK = /^#link=(\w+)$/;

/** Begins a session with the link in the address, finds the one that there is, and notices its end. */
export function useSession(): SessionControl {
  const [session, setSession] = useState<Session>({ state: 'unknown' });
  const start = useCallback(async () => setSession(await beginOrFind()), []);

  useEffect(() => {
    void start();
    const followLink = (): void => {
      if (LINK.test(location.hash)) void start();
    };
    window.addEventListener('hashchange', followLink);
    return () => window.removeEventListener('hashchange', followLink);
  }, [start]);

  const end = useCallback(() => setSession((before) => (before.state === 'in' ? ended() : before)), []);
  useEffect(() => onSessionEnd(end), [end]);
  const endsAt = session.state === 'in' ? session.endsAt : null;
  useEffect(() => {
    if (!endsAt) return undefined;
    const timer = setTimeout(end, Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt, end]);

  const signOut = async (): Promise<void> => {
    try {
      await call('DELETE', '/sessions/current');
    } catch (error) {
      return say((error as ApiFailure).message);
    }
    localStorage.removeItem(ENDS_AT);
    setSession({ state: 'out', reason: 'Você saiu do console.' });
  };
  return { session, signOut, retry: start };
}

async function beginOrFind(): Promise<Session> {
  const [, token] = LINK.exec(location.hash) ?? [];
  try {
    if (token) await begin(token);
    const { data: account } = await call<Account>('GET', '/account');
    return { state: 'in', account, endsAt: localStorage.getItem(ENDS_AT) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code !== 'unauthorized') return { state: 'failed', failure: error };
    if (token) {
      forgetLink();
      return { state: 'out', reason: 'Este link já foi usado ou venceu. Peça um novo.' };
    }
    return localStorage.getItem(ENDS_AT) ? ended() : { state: 'out' };
  }
}

async function begin(token: string): Promise<void> {
  const { data } = await call<{ expires_at: string }>('POST', '/sessions', { token });
  localStorage.setItem(ENDS_AT, data.expires_at);
  forgetLink();
}

/** A link works once, and must not stay in the browser's history. */
const forgetLink = (): void => location.replace('#/');

function ended(): Session {
  localStorage.removeItem(ENDS_AT);
  return { state: 'out', reason: 'Sua sessão terminou. Peça um novo link para continuar.' };
}
