import { useCallback, useEffect, useState } from 'preact/hooks';
import type { AccountName } from '../src/contract/account';
import type { Me } from '../src/contract/members/member';
import { type ApiFailure, isIdle, onForbidden, onOtherAccount, onSessionEnd, readUnattended } from './api';
import { ended, ENDS_AT, enter, fetchSession, tokenOfLink, type SignedIn, signOut, stay, switchTo } from './session';
import { saveRequestedLocation } from './saved-location';
import { say } from './ui/messages';
import { isPassing, useRecovery } from './use-recovery';
import { MINUTE_MS } from '../src/contract/durations';

export interface SessionControl {
  readonly session: SignedIn;
  /** Account of the browser's session, when the page shows another one. */
  readonly other: AccountName | undefined;
  readonly ignoreOther: () => void;
  /** Reads again who is signed in, and what they may do. */
  readonly refreshMe: () => Promise<void>;
  /** Uses the link. Throws `ApiFailure`. */
  readonly enter: (remember: boolean) => Promise<void>;
  /** Leaves the link unused. */
  readonly stay: () => void;
  readonly switchTo: (account: AccountName) => Promise<void>;
  readonly signOut: () => Promise<void>;
  readonly retry: () => Promise<void>;
}

const CHECK_MS = MINUTE_MS;

/** Finds the present session, begins one with a link, and notices its end and changes by other tabs. */
export function useSession(): SessionControl {
  const [session, setSession] = useState<SignedIn>({ state: 'unknown' });
  const [other, setOther] = useState<AccountName>();
  const find = useCallback(async () => {
    // The page of an account is removed before any call for another account.
    setSession({ state: 'unknown' });
    setOther(undefined);
    setSession(await fetchSession());
  }, []);
  useEffect(() => void find(), [find]);
  useRecovery(session.state === 'failed' && isPassing(session.failure), async () => setSession(await fetchSession()));
  useEffect(() => onOtherAccount(setOther), []);
  useLinks(session.state, find);
  useEnd(session, setSession);
  const refreshMe = useRights(setSession);
  useOtherTabs(session.state, setSession, find);

  const changeAccount = async (account: AccountName): Promise<void> => {
    setSession({ state: 'unknown' });
    await switchTo(account).catch((failure: ApiFailure) => say(failure.message));
    await find();
  };
  return {
    session,
    other,
    ignoreOther: () => setOther(undefined),
    refreshMe,
    enter: async (remember) => {
      if (session.state === 'link') setSession(await enter(session.token, remember));
    },
    stay: () => {
      if (session.state === 'link' && session.current) void stay(session.current).then(setSession);
    },
    switchTo: changeAccount,
    signOut: () => signOut().then(setSession, (failure: ApiFailure) => say(failure.message)),
    retry: find,
  };
}

/** Follows links opened in this tab, and leaves a link's page on Back. A location opened without a session is saved for the next. */
function useLinks(state: SignedIn['state'], find: () => Promise<void>): void {
  useEffect(() => {
    const keepIfOut = (): void => {
      if (state === 'out') saveRequestedLocation();
    };
    const follow = (): void => {
      if (tokenOfLink() || state === 'link') void find();
      else keepIfOut();
    };
    // The address may have changed before anybody listened.
    keepIfOut();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [state, find]);
}

type SetSession = (next: (before: SignedIn) => SignedIn) => void;

/** Removes an account's page from the screen when its session has ended. */
function useEnd(session: SignedIn, setSession: SetSession): void {
  useEffect(() => onSessionEnd(() => setSession((before) => (before.state === 'in' ? ended() : before))), []);
  const endsAt = session.state === 'in' ? session.endsAt : undefined;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const check = (): void => {
      const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now();
      // The answer notifies the subscribers that the session has ended.
      if (isOver || isIdle()) readUnattended<Me>('/me').catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
}

/** Follows changes of the person's rights, which a refused call reveals. */
function useRights(setSession: SetSession): () => Promise<void> {
  const refresh = useCallback(async () => {
    const { data: me } = await readUnattended<Me>('/me');
    setSession((before) =>
      before.state === 'in' && before.me.account.id === me.account.id ? { ...before, me } : before,
    );
  }, []);
  useEffect(() => onForbidden(() => void refresh().catch(() => undefined)), [refresh]);
  return refresh;
}

/** Follows other tabs that end the shared session, or begin one. */
function useOtherTabs(state: SignedIn['state'], setSession: SetSession, find: () => Promise<void>): void {
  useEffect(() => {
    const follow = ({ key, newValue: endsAt }: StorageEvent): void => {
      if (key !== ENDS_AT) return;
      if (endsAt && state === 'out') void find();
      else setSession((before) => (before.state !== 'in' ? before : endsAt ? { ...before, endsAt } : ended()));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [state, find]);
}
