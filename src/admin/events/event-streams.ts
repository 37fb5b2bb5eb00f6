import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { Gauge } from 'prom-client';
import { markAsStream } from '../../common/request-log';
import { RESET } from '../../contract/event';
import { oneEvent } from './pending-changes';

/** Open streams of one account on one instance; a further one ends the oldest. */
export const MAX_STREAMS = 20;
/** Bytes that wait for a reader; one who does not read is cut off, and reloads when it comes back. */
const MAX_UNREAD = 64 * 1024;
/** Shorter than the 60 seconds after which a still connection is closed, and than the 30 in which an ended session is noticed. */
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

interface Stream {
  readonly response: Response;
  readonly timer: NodeJS.Timeout;
}

/** The open streams of this instance, by their accounts. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly ofAccounts = new Map<string, Set<Stream>>();
  private isClosed = false;
  /** Whether other instances are not heard: then each beat says that anything may have changed. */
  isDeaf = false;
  beatMs = BEAT_MS;

  /** Answers with a stream of the account's events, for as long as `isAllowed`. */
  open(accountId: string, response: Response, isAllowed: () => Promise<boolean>): void {
    markAsStream(response);
    response.writeHead(200, HEADERS);
    response.write(comeBackAfter(COME_BACK_MS));
    if (this.isClosed) return void response.end();
    const stream: Stream = { response, timer: setInterval(() => void this.beat(stream, isAllowed), this.beatMs) };
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
    if (oldest && streams.size > MAX_STREAMS) end(oldest, COME_BACK_LATER_MS);
  }

  /** Sends events to the consoles of an account. */
  tell(accountId: string, text: string): void {
    for (const stream of this.ofAccounts.get(accountId) ?? []) send(stream, text);
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

  private async beat(stream: Stream, isAllowed: () => Promise<boolean>): Promise<void> {
    // Whoever cannot be asked about is not told anything more; the browser comes back.
    if (!(await isAllowed().catch(() => false))) return end(stream);
    send(stream, this.isDeaf ? RESET_EVENT : ':\n\n');
  }
}

function send({ response }: Stream, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > MAX_UNREAD) response.destroy();
  else response.write(text);
}

function end({ response, timer }: Stream, comeBackMs = COME_BACK_MS): void {
  clearInterval(timer);
  if (!response.writableEnded) response.end(comeBackAfter(comeBackMs));
}
