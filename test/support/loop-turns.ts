/** Below this processor time in milliseconds, a turn only waited. */
const WORK_MS = 0.5;
/** A turn with less processor time, in milliseconds, is short in any case. */
const SHORT_MS = 25;
/** A long turn of the work is long in each run; a collection of garbage, or a compilation, falls into one of them. */
const RUNS = 3;

interface Turns<T> {
  readonly answer: T;
  /** Whether one turn of the loop took more than its share in each of three runs. */
  readonly hasLongTurn: boolean;
}

/**
 * Calls up to three times until no turn of the event loop has the share of the processor time of all working turns, from 0 to 1, on
 * any machine: near 1 for work in one go, 1/n for n equal slices.
 */
export async function turnsDuring<T>(share: number, call: () => Promise<T>): Promise<Turns<T>> {
  let seen = await longestTurnOf(share, call);
  for (let run = 1; seen.hasLongTurn && run < RUNS; run++) seen = await longestTurnOf(share, call);
  return seen;
}

async function longestTurnOf<T>(share: number, call: () => Promise<T>): Promise<Turns<T>> {
  let [longestMs, workMs] = [0, 0];
  let used = process.cpuUsage();
  const take = (): void => {
    const { user, system } = process.cpuUsage(used);
    const work = (user + system) / 1_000;
    longestMs = Math.max(longestMs, work);
    if (work >= WORK_MS) workMs += work;
    used = process.cpuUsage();
  };
  // A timer and no immediate: where the work waits for another thread, endless turns would take that thread's processor.
  const timer = setInterval(take, 1);
  try {
    const answer = await call();
    take();
    return { answer, hasLongTurn: longestMs >= SHORT_MS && longestMs >= share * workMs };
  } finally {
    clearInterval(timer);
  }
}

/** Counts the turns that work gives to others. Only for work that waits for nothing: a waiting loop gives endless turns. */
export async function turnsGiven(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
}
