/** Limits how much work of a kind runs at once in this process; the rest waits in order. */
export class Semaphore {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Waits for a slot and runs the work. Throws the signal's reason when `leaving` is aborted during the wait. */
  async run<T>(work: () => Promise<T>, leaving?: AbortSignal): Promise<T> {
    leaving?.throwIfAborted();
    if (this.free > 0) this.free--;
    else await this.acquire(leaving);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private acquire(leaving?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        leaving?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.delete(start);
        reject(leaving?.reason as Error);
      };
      leaving?.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(start);
    });
  }

  private release(): void {
    const [next] = this.waiting;
    if (!next) this.free++;
    else {
      this.waiting.delete(next);
      next();
    }
  }
}
