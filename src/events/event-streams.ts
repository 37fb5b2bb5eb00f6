import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import { guarded } from '../common/process/guarded';
import { markAsStream } from '../common/http/request-log';
import { RESET } from '../contract/event';
import { OWNER_READER, type Reader } from '../notices/notification-reader';
import { oneEvent, sightOf, type Publication } from './change-message';
import { MINUTE_MS } from '../contract/durations';

/** Open streams per instance of owner and operator together, and of any other member; a further one ends the oldest of theirs. */
export const MAX_STREAMS = 20;
export const MAX_STREAMS_OF_MEMBER = 5;
/** Publications that wait for the look-up of a session; the reader of more of them reads everything again. */
const MAX_WAITING = 50;
/** Unread bytes after which a reader is cut off; it reloads when it reconnects. */
const MAX_UNREAD = 64 * 1024;
/** Milliseconds; proxies close an idle connection after 60 seconds. */
const BEAT_MS = 20_000;
/** Milliseconds before browsers reconnect: after any end, and after an end for a newer stream. */
const COME_BACK_MS = 5_000;
const COME_BACK_LATER_MS = MINUTE_MS;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-store, no-transform',
  // For nginx, which buffers answers by default.
  'X-Accel-Buffering': 'no',
};

const open = new Gauge({ name: 'event_streams', help: 'Open streams of events' });

const comeBackAfter = (ms: number): string => `retry: ${ms}\n\n`;
const RESET_EVENT = oneEvent(RESET, {});
const STILL_HERE = ':\n\n';

interface Stream {
  /** Whose it is: a member's id, or null for the owner and the operator. */
  readonly holder: string | null;
  readonly response: Response;
  readonly timer: NodeJS.Timeout;
  readonly readerNow: () => Promise<Reader | undefined>;
  /** Publications that wait for the look-up of the session. */
  unsent: Publication[];
  isAsking: boolean;
  /** What the reader saw when something was last sent. */
  sight: string;
}

/** Open streams of this instance, by account. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly ofAccounts = new Map<string, Set<Stream>>();
  private isClosed = false;
  /** Whether messages of other instances do not arrive; each beat then says that anything may have changed. */
  isCutOff = false;
  beatMs = BEAT_MS;

  /**
   * Answers with a stream of the account's events. Looks up the present reader before anything is sent; the stream ends when there is
   * none.
   */
  open(accountId: string, reader: Reader, response: Response, readerNow: () => Promise<Reader | undefined>): void {
    // The caller left during the look-up, so no further event will report its end.
    if (response.destroyed) return;
    markAsStream(response);
    response.writeHead(200, HEADERS);
    response.write(comeBackAfter(COME_BACK_MS));
    if (this.isClosed) return void response.end();
    const timer = setInterval(() => offer(stream, this.isCutOff ? RESET_EVENT : STILL_HERE), this.beatMs);
    const holder = reader === OWNER_READER ? null : reader.memberId;
    const stream: Stream = { holder, response, timer, readerNow, unsent: [], isAsking: false, sight: sightOf(reader) };
    const streams = this.ofAccounts.get(accountId) ?? new Set();
    this.ofAccounts.set(accountId, streams.add(stream));
    open.inc();
    response.once('close', () => {
      clearInterval(stream.timer);
      streams.delete(stream);
      if (streams.size === 0 && this.ofAccounts.get(accountId) === streams) this.ofAccounts.delete(accountId);
      open.dec();
    });
    const theirs = [...streams].filter((one) => one.holder === holder);
    const [oldest] = theirs;
    if (!oldest || theirs.length <= (holder === null ? MAX_STREAMS : MAX_STREAMS_OF_MEMBER)) return;
    // Deleted now, because its end may wait for a reader.
    streams.delete(oldest);
    if (oldest.response.writableLength > 0) oldest.response.destroy();
    else end(oldest, COME_BACK_LATER_MS);
  }

  isFollowed(accountId: string): boolean {
    return this.ofAccounts.has(accountId);
  }

  /** Sends events to the consoles of an account that still have access. */
  publish(accountId: string, publication: Publication): void {
    for (const stream of this.ofAccounts.get(accountId) ?? []) offer(stream, publication);
  }

  /** Reports to every console that it may have missed something. */
  reset(): void {
    for (const accountId of this.ofAccounts.keys()) this.publish(accountId, RESET_EVENT);
  }

  /** Ends all streams, and later ones at once; browsers reconnect to an instance that stays. */
  endAll(): void {
    this.isClosed = true;
    for (const stream of [...this.ofAccounts.values()].flatMap((streams) => [...streams])) end(stream);
  }

  onModuleDestroy(): void {
    this.endAll();
  }
}

/** Sends after the reader is looked up; later publications wait for the next look-up. */
function offer(stream: Stream, publication: Publication): void {
  // The console reloads everything, so earlier publications need not be sent.
  if (stream.unsent.length < MAX_WAITING) stream.unsent.push(publication);
  else stream.unsent = [RESET_EVENT];
  if (!stream.isAsking) sendConfirmed(stream);
}

const sendConfirmed = guarded('events were not sent', async (stream: Stream): Promise<void> => {
  stream.isAsking = true;
  while (stream.unsent.length > 0 && !stream.response.writableEnded) {
    const publication = stream.unsent;
    stream.unsent = [];
    // A failed look-up ends the stream too; the browser reconnects.
    const text = await textOf(stream, publication).catch(() => undefined);
    if (text === undefined) end(stream);
    else if (text) send(stream, text);
  }
  stream.isAsking = false;
});

/** Text for the present reader; undefined when there is none. A console whose reader sees more or less now reads everything again. */
async function textOf(stream: Stream, publication: readonly Publication[]): Promise<string | undefined> {
  const reader = await stream.readerNow();
  if (reader === undefined) return undefined;
  const texts = await Promise.all(publication.map((one) => textFor(one, reader)));
  const before = stream.sight;
  stream.sight = sightOf(reader);
  return [stream.sight === before ? '' : RESET_EVENT, ...texts].join('');
}

const textFor = async (publication: Publication, reader: Reader): Promise<string> =>
  typeof publication === 'string' ? publication : publication(reader);

function send({ response }: Stream, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > MAX_UNREAD) response.destroy();
  else response.write(text);
}

function end({ response, timer }: Stream, comeBackMs = COME_BACK_MS): void {
  clearInterval(timer);
  if (!response.writableEnded) response.end(comeBackAfter(comeBackMs));
}
