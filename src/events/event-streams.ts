import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import { apart } from '../common/process/apart';
import { markAsStream } from '../common/http/request-log';
import { RESET } from '../contract/event';
import { oneEvent } from './pending-changes';
import { MINUTE_MS } from '../contract/durations';

/** Open streams per account and instance; a further one ends the oldest. */
export const MAX_STREAMS = 20;
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
  readonly response: Response;
  readonly timer: NodeJS.Timeout;
  readonly isAllowed: () => Promise<boolean>;
  /** Text that waits for permission to be sent. */
  unsent: string;
  isAsking: boolean;
}

/** Open streams of this instance, by account. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly ofAccounts = new Map<string, Set<Stream>>();
  private isClosed = false;
  /** Whether messages of other instances do not arrive; each beat then says that anything may have changed. */
  isCutOff = false;
  beatMs = BEAT_MS;

  /** Answers with a stream of the account's events. Asks `isAllowed` before anything is sent; a refusal ends the stream. */
  open(accountId: string, response: Response, isAllowed: () => Promise<boolean>): void {
    // The caller left during the look-up, so no further event will report its end.
    if (response.destroyed) return;
    markAsStream(response);
    response.writeHead(200, HEADERS);
    response.write(comeBackAfter(COME_BACK_MS));
    if (this.isClosed) return void response.end();
    const timer = setInterval(() => offer(stream, this.isCutOff ? RESET_EVENT : STILL_HERE), this.beatMs);
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
    // Deleted now, because its end may wait for a reader.
    streams.delete(oldest);
    if (oldest.response.writableLength > 0) oldest.response.destroy();
    else end(oldest, COME_BACK_LATER_MS);
  }

  isFollowed(accountId: string): boolean {
    return this.ofAccounts.has(accountId);
  }

  /** Sends events to the consoles of an account that still have access. */
  publish(accountId: string, text: string): void {
    for (const stream of this.ofAccounts.get(accountId) ?? []) offer(stream, text);
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

/** Sends a text after access is confirmed; later texts wait for the next confirmation. */
function offer(stream: Stream, text: string): void {
  stream.unsent += text;
  // The console reloads everything, so earlier texts need not be sent.
  if (stream.unsent.length > MAX_UNREAD) stream.unsent = RESET_EVENT;
  if (!stream.isAsking) sendConfirmed(stream);
}

const sendConfirmed = apart('events were not sent', async (stream: Stream): Promise<void> => {
  stream.isAsking = true;
  while (stream.unsent && !stream.response.writableEnded) {
    const text = stream.unsent;
    stream.unsent = '';
    // A failed check ends the stream too; the browser reconnects.
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
