import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import { apart } from '../../common/apart';
import { markAsStream } from '../../common/request-log';
import { RESET } from '../../contract/event';
import { oneEvent } from './pending-changes';

/** Open streams of one account on one instance; a further one ends the oldest. */
export const MAX_STREAMS = 20;
/** Bytes that wait for a reader; one who does not read is cut off, and reloads when it comes back. */
const MAX_UNREAD = 64 * 1024;
/** Shorter than the 60 seconds after which a still connection is closed. */
const BEAT_MS = 20_000;
/** Milliseconds after which browsers come back: after any end, and after the end for a newer stream. */
const COME_BACK_MS = 5_000;
const COME_BACK_LATER_MS = 60_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-store, no-transform',
  // For nginx, which else collects answers before it sends them on.
  'X-Accel-Buffering': 'no',
};

const open = new Gauge({ name: 'event_streams', help: 'Open streams of events' });

const comeBackAfter = (ms: number): string => `retry: ${ms}\n\n`;
const RESET_EVENT = oneEvent(RESET, {});
const STILL_HERE = ':\n\n';

interface Stream {
  readonly response: Response;
  readonly timer: NodeJS.Timeout;
  readonly isAllowed: () => Promise<boolean>;
  /** What waits for the answer whether it may be sent. */
  unsent: string;
  isAsking: boolean;
}

/** The open streams of this instance, by their accounts. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly ofAccounts = new Map<string, Set<Stream>>();
  private isClosed = false;
  /** Whether other instances are not heard: then each beat says that anything may have changed. */
  isDeaf = false;
  beatMs = BEAT_MS;

  /** Answers with a stream of the account's events. Before anything is sent `isAllowed` is asked, and when it says no the stream ends. */
  open(accountId: string, response: Response, isAllowed: () => Promise<boolean>): void {
    // The caller left while its session was looked up: its end has been told already.
    if (response.destroyed) return;
    markAsStream(response);
    response.writeHead(200, HEADERS);
    response.write(comeBackAfter(COME_BACK_MS));
    if (this.isClosed) return void response.end();
    const timer = setInterval(() => offer(stream, this.isDeaf ? RESET_EVENT : STILL_HERE), this.beatMs);
    const stream: Stream = { response, timer, isAllowed, unsent: '', isAsking: false };
    const streams = this.ofAccounts.get(accountId) ?? new Set();
    this.ofAccounts.set(accountId, streams.add(stream));
    open.inc();
    response.once('close', () => {
      clearInterval(stream.timer);
      streams.delete(stream);
      if (streams.size === 0 && this.ofAccounts.get(accountId) === streams) this.ofAccounts.delete(accountId);
      open.dec();
    });
    const [oldest] = streams;
    if (!oldest || streams.size <= MAX_STREAMS) return;
    // Now, because its end may wait for a reader.
    streams.delete(oldest);
    if (oldest.response.writableLength > 0) oldest.response.destroy();
    else end(oldest, COME_BACK_LATER_MS);
  }

  /** Whether a console of the account is open here. */
  isFollowed(accountId: string): boolean {
    return this.ofAccounts.has(accountId);
  }

  /** Sends events to the consoles of an account that may still get them. */
  tell(accountId: string, text: string): void {
    for (const stream of this.ofAccounts.get(accountId) ?? []) offer(stream, text);
  }

  /** Tells every console that it may have missed something. */
  reset(): void {
    for (const accountId of this.ofAccounts.keys()) this.tell(accountId, RESET_EVENT);
  }

  /** Ends all streams, and every later one at once: the browsers come back to an instance that stays. */
  endAll(): void {
    this.isClosed = true;
    for (const stream of [...this.ofAccounts.values()].flatMap((streams) => [...streams])) end(stream);
  }

  onModuleDestroy(): void {
    this.endAll();
  }
}

/** Sends a text when the right to it has been confirmed; texts that come meanwhile wait for the next confirmation. */
function offer(stream: Stream, text: string): void {
  stream.unsent += text;
  // The console reads everything again, so what came before need not be sent.
  if (stream.unsent.length > MAX_UNREAD) stream.unsent = RESET_EVENT;
  if (!stream.isAsking) sendConfirmed(stream);
}

const sendConfirmed = apart('events were not sent', async (stream: Stream): Promise<void> => {
  stream.isAsking = true;
  while (stream.unsent && !stream.response.writableEnded) {
    const text = stream.unsent;
    stream.unsent = '';
    // When the question fails too, the stream ends; the browser opens it again.
    if (await stream.isAllowed().catch(() => false)) send(stream, text);
    else end(stream);
  }
  stream.isAsking = false;
});

function send({ response }: Stream, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > MAX_UNREAD) response.destroy();
  else response.write(text);
}

function end({ response, timer }: Stream, comeBackMs = COME_BACK_MS): void {
  clearInterval(timer);
  if (!response.writableEnded) response.end(comeBackAfter(comeBackMs));
}
