import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { askWorkers } from '../database/cluster/cluster';
import { Database } from '../database/database';

/** Milliseconds; less than readiness waits for the coordinator. */
const PATIENCE_MS = 300;

/** Without a series where the tables are not distributed, and while the coordinator does not answer. */
const up = new Gauge({ name: 'worker_up', help: 'Whether a worker of the cluster answers', labelNames: ['node'] });

/**
 * The workers of a Citus cluster, asked one question at a time on a connection of its own, which a worker that hangs may keep. One that
 * does not answer acknowledges nothing, so what it said last of its settings counts.
 */
@Injectable()
export class Workers {
  private durable: ReadonlyMap<string, boolean | undefined> = new Map();
  private pending: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** Whether the workers keep acknowledged writes, as far as they said; waits shortly for the answer. */
  async areDurable(): Promise<boolean> {
    if (!this.database.isDistributed) return true;
    this.pending ??= this.ask().finally(() => (this.pending = undefined));
    await Promise.race([this.pending, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return ![...this.durable.values()].includes(false);
  }

  private async ask(): Promise<void> {
    // Readiness checks the coordinator separately.
    const workers = await this.database.readOfWorkers(askWorkers()).catch(() => undefined);
    up.reset();
    if (!workers) return;
    for (const { node, isUp } of workers) up.set({ node }, isUp ? 1 : 0);
    const before = this.durable;
    this.durable = new Map(workers.map(({ node, isUp, isDurable }) => [node, isUp ? isDurable : before.get(node)]));
  }
}
