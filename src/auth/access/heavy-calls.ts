import {
  Injectable,
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Gauge } from 'prom-client';
import { MAX_HEAVY_CALLS } from '../../contract/limits';
import { ApiError } from '../../common/api-error';
import type { Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { leavingOf } from '../../common/http/caller-left';
import { type AccountRequest, memberUnderOwner } from './account-caller';

const HEAVY_PATIENCE_MS = 10_000;
/** Seconds; a hint, because other calls may come first. */
const RETRY_AFTER = 5;

const waitingGauge = new Gauge({
  name: 'heavy_calls_waiting',
  help: 'Heavy calls that wait for their turn, two of an account at once',
});

/** Who calls: the id of a member who may run one call at once; null for the owner and the operator. */
type Holder = string | null;

interface Waiting {
  readonly holder: Holder;
  readonly start: () => void;
}

/** Queue of one account: who runs calls, and the callbacks that start the waiting ones. */
interface AccountQueue {
  readonly running: Holder[];
  readonly waiting: Set<Waiting>;
}

/**
 * Queue for heavy calls: two per account run at once in this process, so one account cannot take all connections. One of them at most is a
 * member's, so that nobody can hold up the others alone.
 */
@Injectable()
export class HeavyCalls {
  patienceMs = HEAVY_PATIENCE_MS;
  private readonly queues = new Map<string, AccountQueue>();

  /** Waits for a slot; returns the function that ends it. Throws `rate_limited` after ten seconds, or the signal's reason. */
  async begin(accountId: string, holder: Holder, leaving: AbortSignal): Promise<() => void> {
    leaving.throwIfAborted();
    const queue = this.queueOf(accountId);
    if (mayRun(queue, holder)) queue.running.push(holder);
    else await this.waitForSlot(queue, holder, leaving);
    return () => this.end(accountId, queue, holder);
  }

  isBusy(accountId: string, holder: Holder): boolean {
    const queue = this.queues.get(accountId);
    return queue !== undefined && !mayRun(queue, holder);
  }

  private queueOf(accountId: string): AccountQueue {
    const existing = this.queues.get(accountId);
    if (existing) return existing;
    const queue: AccountQueue = { running: [], waiting: new Set() };
    this.queues.set(accountId, queue);
    return queue;
  }

  private waitForSlot({ waiting, running }: AccountQueue, holder: Holder, leaving: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        leaving.removeEventListener('abort', leave);
        waiting.delete(call);
        waitingGauge.dec();
      };
      const start = (): void => {
        stop();
        running.push(holder);
        resolve();
      };
      const call: Waiting = { holder, start };
      const leave = (): void => {
        stop();
        reject(leaving.reason as Error);
      };
      const timer = setTimeout(() => {
        stop();
        const message = running.includes(holder) && holder !== null ? OWN_BUSY : BUSY;
        reject(new ApiError('rate_limited', { message, retryAfter: RETRY_AFTER, details: { limit: 'heavy' } }));
      }, this.patienceMs);
      leaving.addEventListener('abort', leave);
      waiting.add(call);
      waitingGauge.inc();
    });
  }

  private end(accountId: string, queue: AccountQueue, holder: Holder): void {
    queue.running.splice(queue.running.indexOf(holder), 1);
    for (const { holder: next, start } of queue.waiting) if (mayRun(queue, next)) start();
    if (queue.running.length === 0) this.queues.delete(accountId);
  }
}

const mayRun = ({ running }: AccountQueue, holder: Holder): boolean =>
  running.length < MAX_HEAVY_CALLS && (holder === null || !running.includes(holder));

const BUSY =
  'A conta já tem duas chamadas pesadas em andamento (exportação, importação, quadro ou números). Espere que terminem e tente de novo.';
const OWN_BUSY =
  'Você já tem uma chamada pesada em andamento (exportação, importação, quadro ou números). Espere que termine e tente de novo.';

/** Keeps a heavy call's slot until its work and its answer have ended. */
@Injectable()
export class HeavyInterceptor implements NestInterceptor {
  constructor(private readonly calls: HeavyCalls) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AccountRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const { account, member } = request.accountCaller;
    const holder = memberUnderOwner(member);
    const hasToWait = this.calls.isBusy(account.id, holder);
    const end = await this.calls.begin(account.id, holder, leavingOf(response));
    const endAfterAnswer = (): void => void (response.closed ? end() : response.once('close', end));
    try {
      // Access may have been revoked during the wait.
      if (hasToWait) await request.checkAgain?.();
    } catch (error) {
      endAfterAnswer();
      throw error;
    }
    return next.handle().pipe(finalize(endAfterAnswer));
  }
}

/** Marks a route that reads or writes a lot: two calls per account run at once, others wait, then get 429 `heavy`. */
export const Heavy = () => applyDecorators(UseInterceptors(HeavyInterceptor));
