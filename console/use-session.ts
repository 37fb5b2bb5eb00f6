import { useCallback, useEffect, useState } from 'preact/hooks';
import type { AccountName } from '../src/contract/account';
import { type ApiFailure, call, isIdle, onOtherAccount, onSessionEnd } from './api';
import { ended, ENDS_AT, enter, findSession, linkToken, type Session, signOut, stay, switchTo } from './session';
import { keepWantedPlace } from './place';
import { say } from './ui/messages';

interface SessionControl {
  readonly session: Session;
  /** The account of the browser's session, when the page shows another one. */
  readonly other: AccountName | undefined;
  readonly ignoreOther: () => void;
  /** Uses the link. Throws `ApiFailure`. */
  readonly enter: () => Promise<void>;
  /** Leaves the link unused. */
  readonly stay: () => void;
  readonly switchTo: (account: AccountName) => Promise<void>;
  readonly signOut: () => Promise<void>;
  readonly retry: () => Promise<void>;
}

const CHECK_MS = 60_000;

/** Finds the present session, begins one with a link, and notices its end and changes by other tabs. */
export function useSession(): SessionControl {
  const [session, setSession] = useState<Session>({ state: 'unknown' });
  const [other, setOther] = useState<AccountName>();
  const find = useCallback(async () => {
    // The page of an account is removed before any call for another account.
    setSession({ state: 'unknown' });
    setOther(undefined);
    setSession(await findSession());
  }, []);
  useEffect(() => void find(), [find]);
  useEffect(() => onOtherAccount(setOther), []);
  useLinks(session.state, find);
  useEnd(session, setSession);
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
    enter: async () => {
      if (session.state === 'link') setSession(await enter(session.token));
    },
    stay: () => {
      if (session.state === 'link' && session.current) setSession(stay(session.current));
    },
    switchTo: changeAccount,
    signOut: () => signOut().then(setSession, (failure: ApiFailure) => say(failure.message)),
    retry: find,
  };
}

/**
 * Looks at a link that is opened in this tab, and leaves the page of a link when people go back from it. A place that is opened
 * while nobody is signed in is where the next session begins.
 */
function useLinks(state: Session['state'], find: () => Promise<void>): void {
  useEffect(() => {
    const follow = (): void => {
      if (linkToken() || state === 'link') void find();
      else if (state === 'out') keepWantedPlace();
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [state, find]);
}

type SetSession = (next: (before: Session) => Session) => void;

/** Removes the page of an account from the screen when its session has ended for any reason. */
function useEnd(session: Session, setSession: SetSession): void {
  useEffect(() => onSessionEnd(() => setSession((before) => (before.state === 'in' ? ended() : before))), []);
  const endsAt = session.state === 'in' ? session.endsAt : undefined;
  useEffect(() => {
    if (endsAt === undefined) return undefined;
    const check = (): void => {
      const isOver = endsAt !== null && Date.parse(endsAt) <= Date.now();
      // The answer says so: the listeners learn that the session has ended.
      if (isOver || isIdle()) call('GET', '/account').catch(() => undefined);
    };
    const timer = setInterval(check, CHECK_MS);
    return () => clearInterval(timer);
  }, [endsAt]);
}

/** Another tab has ended the session that all of them share, or begun one. */
function useOtherTabs(state: Session['state'], setSession: SetSession, find: () => Promise<void>): void {
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
