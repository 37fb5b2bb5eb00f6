import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { areWorkersDurable } from '../database/cluster';
import { Database } from '../database/database';

/** Less than readiness waits for the coordinator. */
const PATIENCE_MS = 300;

/**
 * Whether the workers of a Citus cluster keep what they acknowledge: the coordinator knows only its own settings. A worker that does
 * not answer acknowledges nothing, so it counts as it was. It is asked once at a time: what hangs must not hold more than one connection.
 */
@Injectable()
export class WorkerDurability {
  private isDurable = true;
  private question: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** As the workers said last; true where there are none. Waits for the answer a moment. */
  async check(): Promise<boolean> {
    if (!this.database.isDistributed) return true;
    this.question ??= this.ask().finally(() => (this.question = undefined));
    await Promise.race([this.question, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return this.isDurable;
  }

  private async ask(): Promise<void> {
    // A coordinator that does not answer is what the rest of readiness is about.
    const said = await this.database.read(areWorkersDurable()).catch(() => null);
    this.isDurable = said ?? this.isDurable;
  }
}
