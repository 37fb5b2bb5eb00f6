import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './instance';

const ASK_EVERY_MS = 200;

/** Works like a proxy: asks the instances for their readiness and leaves out the unready ones. */
export class Balancer {
  private readonly ready = new Set<Instance>();
  private isRunning = true;

  private constructor(private readonly instances: readonly Instance[]) {}

  static async start(instances: readonly Instance[]): Promise<Balancer> {
    const balancer = new Balancer(instances);
    for (const instance of instances) await balancer.ask(instance);
    for (const instance of instances) void balancer.watch(instance);
    return balancer;
  }

  /** Returns whether calls may go to the instance with this index. */
  isOpen = (index: number): boolean => this.instances.some((one, number) => number === index && this.ready.has(one));

  stop(): void {
    this.isRunning = false;
  }

  private async watch(instance: Instance): Promise<void> {
    while (this.isRunning) {
      await this.ask(instance);
      await sleep(ASK_EVERY_MS);
    }
  }

  private async ask(instance: Instance): Promise<void> {
    const isReady = await instance.ready().then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) this.ready.add(instance);
    else this.ready.delete(instance);
  }
}
