import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { areWorkersDurable } from './cluster';
import { Database } from '../database';

/** Milliseconds; less than readiness waits for the coordinator. */
const WORKER_PATIENCE_MS = 300;

/**
 * Whether the workers of a Citus cluster keep acknowledged writes; the coordinator knows only its own settings. A
 * worker that does not answer acknowledges nothing, so its last state counts. Sends one query at a time: a hanging one
 * must not hold more than one connection.
 */
@Injectable()
export class WorkerDurability {
  private isDurable = true;
  private pending: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** Returns the last state of the workers, true without workers, after a short wait for the answer. */
  async check(): Promise<boolean> {
    if (!this.database.isDistributed) return true;
    this.pending ??= this.refresh().finally(() => (this.pending = undefined));
    await Promise.race([this.pending, sleep(WORKER_PATIENCE_MS, undefined, { ref: false })]);
    return this.isDurable;
  }

  private async refresh(): Promise<void> {
    // Readiness checks the coordinator separately.
    const areDurable = await this.database.read(areWorkersDurable()).catch(() => null);
    this.isDurable = areDurable ?? this.isDurable;
  }
}
