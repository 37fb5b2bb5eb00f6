import { useEffect, useRef } from 'preact/hooks';
import { EVENT_KINDS, type EventKind, RESET } from '../src/contract/event';
import { type ApiFailure, endOfQuiet, onLimited } from './api';
import { say } from './ui/messages';

const EVENTS = '/admin/v1/events';
/** Milliseconds: what comes shortly after a change is told with it, and how long it then stays quiet. */
const COLLECT_MS = 300;
const QUIET_MS = 3_000;
/** How often pages read again by themselves while there is no stream. */
const POLL_MS = 30_000;
/** What nobody knows to have been missed is not read again by all consoles at once. */
const SPREAD_MS = 2_000;

/** The ids that have changed; undefined when nobody knows which. */
export type ChangedIds = ReadonlySet<string> | undefined;

/** One that hears of changes: soon after the first, and then every few seconds at most. */
class Listener {
  private ids: Set<string> | undefined = new Set();
  private timer: number | undefined;
  private toldAt = -Infinity;

  constructor(
    readonly kinds: readonly EventKind[],
    private readonly tell: (ids: ChangedIds) => void,
  ) {}

  hear(id: string | undefined, patienceMs = COLLECT_MS): void {
    if (id === undefined) this.ids = undefined;
    else this.ids?.add(id);
    const wait = Math.max(patienceMs, this.toldAt + QUIET_MS - performance.now());
    this.timer ??= window.setTimeout(() => this.now(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private now(): void {
    const { ids } = this;
    const quiet = endOfQuiet() - performance.now();
    this.timer = quiet > 0 ? window.setTimeout(() => this.now(), quiet) : undefined;
    if (this.timer !== undefined) return;
    this.ids = new Set();
    this.toldAt = performance.now();
    this.tell(ids);
  }
}

const listeners = new Set<Listener>();

/**
 * Calls `onChange` after leads, deals or notifications of the account have changed, by whomever, with the ids of those that have:
 * to read again what is shown, with `refresh`, which is no use of the session.
 */
export function useChanges(kinds: readonly EventKind[], onChange: (ids: ChangedIds) => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const listener = new Listener(kinds, (ids) => latest.current(ids));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      listener.stop();
    };
  }, [kinds.join()]);
}

/** Tells people that the page may be out of date for now, and has everything read again when the session may call again. */
function waitForRoom({ message }: ApiFailure): void {
  say(message);
  tellAll();
}

const tellAll = (): void => listeners.forEach((listener) => listener.hear(undefined, Math.random() * SPREAD_MS));

/** Follows the account's events while the page is shown and signed in: one stream of this tab for all listeners. */
export function useEventStream(): void {
  useEffect(() => onLimited(waitForRoom), []);
  useEffect(() => {
    let stream = document.hidden ? undefined : follow();
    // A hidden tab needs none, and browsers open few connections to one host.
    const turn = (): void => {
      stream?.();
      stream = document.hidden ? undefined : follow();
      if (!document.hidden) tellAll();
    };
    document.addEventListener('visibilitychange', turn);
    return () => {
      document.removeEventListener('visibilitychange', turn);
      stream?.();
    };
  }, []);
}

/** Opens the stream, and has everything read again now and then while there is none; returns how to stop. */
function follow(): () => void {
  let source = open();
  let polling: number | undefined;
  const begun = performance.now();

  function open(): EventSource {
    const made = new EventSource(EVENTS);
    made.onopen = () => {
      // What has changed while nothing was heard, and before the first connection if that took long.
      if (polling !== undefined || performance.now() - begun > 1_000) tellAll();
      clearInterval(polling);
      polling = undefined;
    };
    made.onerror = () => {
      polling ??= window.setInterval(poll, POLL_MS);
      if (made.readyState === EventSource.CLOSED) tellAll();
    };
    made.addEventListener(RESET, tellAll);
    for (const kind of EVENT_KINDS) {
      made.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        const { id } = JSON.parse(data) as { id?: string };
        for (const listener of listeners) if (listener.kinds.includes(kind)) listener.hear(id);
      });
    }
    return made;
  }

  // A browser that was refused does not come back by itself. If the session has ended, the answers to what is read again say so.
  function poll(): void {
    tellAll();
    if (source.readyState === EventSource.CLOSED) source = open();
  }

  return () => {
    clearInterval(polling);
    source.close();
  };
}
