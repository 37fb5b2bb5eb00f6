import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { MAX_HEAVY_CALLS } from '../../contract/limits';
import { ApiError } from '../../common/api-error';

const TURN_PATIENCE_MS = 10_000;
/** Seconds; a hint, because other calls may come first. */
const RETRY_AFTER = 5;

const waitingGauge = new Gauge({
  name: 'heavy_calls_waiting',
  help: 'Heavy calls that wait for their turn, two of an account at once',
});

/** Queue of one account: the running calls, and the callbacks that start the waiting ones. */
interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Queue for heavy calls: two per account run at once in this process, so one account cannot take all connections. */
@Injectable()
export class HeavyCalls {
  patienceMs = TURN_PATIENCE_MS;
  private readonly lines = new Map<string, Line>();

  /** Waits for a turn; returns the function that ends it. Throws `rate_limited` after ten seconds, or the signal's reason. */
  async begin(accountId: string, leaving: AbortSignal): Promise<() => void> {
    leaving.throwIfAborted();
    const line = this.lineOf(accountId);
    if (line.running < MAX_HEAVY_CALLS) line.running++;
    else await this.turn(line, leaving);
    return () => this.end(accountId, line);
  }

  isBusy(accountId: string): boolean {
    return (this.lines.get(accountId)?.running ?? 0) >= MAX_HEAVY_CALLS;
  }

  private lineOf(accountId: string): Line {
    const known = this.lines.get(accountId);
    if (known) return known;
    const line = { running: 0, waiting: new Set<() => void>() };
    this.lines.set(accountId, line);
    return line;
  }

  private turn({ waiting }: Line, leaving: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        leaving.removeEventListener('abort', leave);
        waiting.delete(start);
        waitingGauge.dec();
      };
      const start = (): void => {
        stop();
        resolve();
      };
      const leave = (): void => {
        stop();
        reject(leaving.reason as Error);
      };
      const timer = setTimeout(() => {
        stop();
        reject(new ApiError('rate_limited', { message: BUSY, retryAfter: RETRY_AFTER, details: { limit: 'heavy' } }));
      }, this.patienceMs);
      leaving.addEventListener('abort', leave);
      waiting.add(start);
      waitingGauge.inc();
    });
  }

  private end(accountId: string, line: Line): void {
    const [next] = line.waiting;
    if (next) return next();
    line.running--;
    if (line.running === 0) this.lines.delete(accountId);
  }
}

const BUSY =
  'A conta já tem duas chamadas pesadas em andamento (exportação, importação, quadro ou números). Espere que terminem e tente de novo.';
