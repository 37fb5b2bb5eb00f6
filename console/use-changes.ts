import { useEffect, useRef } from 'preact/hooks';
import { EVENT_KINDS, type EventKind, RESET } from '../src/contract/event';
import { type ApiFailure, endOfQuiet, onLimited } from './api';
import { say } from './ui/messages';

const EVENTS = '/admin/v1/events';
/** Milliseconds in which changes are collected, and then the pause. */
const COLLECT_MS = 300;
const QUIET_MS = 3_000;
/** Milliseconds between reloads without a stream. */
const POLL_MS = 30_000;
/** Milliseconds over which consoles spread a reload after an interruption. */
const SPREAD_MS = 2_000;

/** Changed ids; undefined when unknown. */
export type ChangedIds = ReadonlySet<string> | undefined;

/** `returned`: the leads among them that a further submission has met. */
type OnChange = (ids: ChangedIds, returned: ReadonlySet<string>) => void;

/** Data of an event; without an id, many have changed. */
interface EventData {
  readonly id?: string;
  readonly returned?: true;
}

/** Subscriber to changes: called soon after the first, then every few seconds at most. */
class Listener {
  private ids: Set<string> | undefined = new Set();
  private returned = new Set<string>();
  private timer: number | undefined;
  private notifiedAt = -Infinity;

  constructor(
    readonly kinds: readonly EventKind[],
    private readonly notify: OnChange,
  ) {}

  hear({ id, returned }: EventData, patienceMs = COLLECT_MS): void {
    if (id === undefined) this.ids = undefined;
    else this.ids?.add(id);
    if (id !== undefined && returned) this.returned.add(id);
    const wait = Math.max(patienceMs, this.notifiedAt + QUIET_MS - performance.now());
    this.timer ??= window.setTimeout(() => this.now(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private now(): void {
    const { ids, returned } = this;
    const quiet = endOfQuiet() - performance.now();
    this.timer = quiet > 0 ? window.setTimeout(() => this.now(), quiet) : undefined;
    if (this.timer !== undefined) return;
    this.ids = new Set();
    this.returned = new Set();
    this.notifiedAt = performance.now();
    this.notify(ids, returned);
  }
}

const listeners = new Set<Listener>();

/** Calls `onChange` with the ids after changes in the account by anyone; reload with `refresh`, which does not extend the session. */
export function useChanges(kinds: readonly EventKind[], onChange: OnChange): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const listener = new Listener(kinds, (...changed) => latest.current(...changed));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      listener.stop();
    };
  }, [kinds.join()]);
}

/** Calls `onChange` after changes of members, rights or settings, which the service reports as a notification without an id. */
export const useTeamChanges = (onChange: () => unknown): void =>
  useChanges(['notification'], (ids) => void (ids === undefined && onChange()));

/** Announces that the page may be out of date, and reloads everything when the session may call again. */
function waitForRoom({ message }: ApiFailure): void {
  say(message);
  notifyAll();
}

const notifyAll = (): void => listeners.forEach((listener) => listener.hear({}, Math.random() * SPREAD_MS));

/** Whether this browser announces arrivals of leads, in a hidden tab too. */
export const WANTED = 'entrada-arrivals';
export const announcesArrivals = (): boolean => localStorage.getItem(WANTED) === 'true';

const rests = (): boolean => document.hidden && !announcesArrivals();

/** Follows the account's events while the page is visible and signed in; this tab has one stream for all subscribers. */
export function useEventStream(): void {
  useEffect(() => onLimited(waitForRoom), []);
  useEffect(() => {
    let stream = rests() ? undefined : follow();
    // A hidden tab needs none, and browsers open few connections to one host.
    const onVisibility = (): void => {
      if (stream && document.hidden && !rests()) return;
      stream?.();
      stream = rests() ? undefined : follow();
      if (!document.hidden) notifyAll();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stream?.();
    };
  }, []);
}

/** Opens the stream, and polls while it is down; returns the stop function. */
function follow(): () => void {
  let source = open();
  let polling: number | undefined;
  const begun = performance.now();

  function open(): EventSource {
    const made = new EventSource(EVENTS);
    made.onopen = () => {
      // Reloads what changed during the interruption, or before a slow first connection.
      if (polling !== undefined || performance.now() - begun > 1_000) notifyAll();
      clearInterval(polling);
      polling = undefined;
    };
    made.onerror = () => {
      polling ??= window.setInterval(poll, POLL_MS);
      if (made.readyState === EventSource.CLOSED) notifyAll();
    };
    made.addEventListener(RESET, notifyAll);
    for (const kind of EVENT_KINDS) {
      made.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const change = JSON.parse(data) as EventData;
        for (const listener of listeners) if (listener.kinds.includes(kind)) listener.hear(change);
      });
    }
    return made;
  }

  // A refused browser does not reconnect. If the session has ended, the reloads will show it.
  function poll(): void {
    notifyAll();
    if (source.readyState === EventSource.CLOSED) source = open();
  }

  return () => {
    clearInterval(polling);
    source.close();
  };
}
