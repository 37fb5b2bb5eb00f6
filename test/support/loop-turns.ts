/** How this process was shared while something ran in it. */
export interface LoopTurns<T> {
  readonly answer: T;
  /** How many turns others got. A loop that waits gives turns without end: count them only of work that waits for nothing. */
  readonly turns: number;
  /** The longest time between two turns, in milliseconds: on a busy machine it has the work of other processes in it. */
  readonly longestMs: number;
  /** The most processor time that one turn took, in milliseconds. */
  readonly longestWorkMs: number;
  /**
   * That turn's share in the processor time of all turns with some work, from 0 to 1. It is the same on a slow machine, and on one that
   * does something else: work in one go has a share near 1, and work in n equal slices has 1/n.
   */
  readonly longestShare: number;
}

/** A turn with less processor time, in milliseconds, only waited. */
const WORK_MS = 0.5;

/** Runs a call, with the service in this process, and watches the turns that the event loop gives to others meanwhile. */
export async function turnsDuring<T>(call: () => Promise<T>): Promise<LoopTurns<T>> {
  let [turns, longestMs, longestWorkMs, workMs] = [0, 0, 0, 0];
  let [at, used] = [performance.now(), process.cpuUsage()];
  const take = (): void => {
    const { user, system } = process.cpuUsage(used);
    const work = (user + system) / 1_000;
    longestMs = Math.max(longestMs, performance.now() - at);
    longestWorkMs = Math.max(longestWorkMs, work);
    if (work >= WORK_MS) workMs += work;
    [at, used] = [performance.now(), process.cpuUsage()];
  };
  let next = setImmediate(function turn() {
    turns++;
    take();
    next = setImmediate(turn);
  });
  try {
    const answer = await call();
    take();
    return { answer, turns, longestMs, longestWorkMs, longestShare: workMs > 0 ? longestWorkMs / workMs : 0 };
  } finally {
    clearImmediate(next);
  }
}
