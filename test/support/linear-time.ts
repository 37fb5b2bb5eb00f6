/** Processor time of this process for the work, in milliseconds: other processes do not count. */
export function processorMs(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

/** Less processor time, in milliseconds, tells nothing. */
const SHORT_MS = 40;

/**
 * How many times as long the work takes for an input of four times the size: 4 for work in proportion to the input, 16 where it grows with its
 * square. The best of three, so that a busy machine changes nothing; 4 where both are too short to compare.
 */
export function growthOfFour(work: (size: number) => void, size: number): number {
  const ratios = [1, 2, 3].map(() => {
    const small = processorMs(() => work(size));
    const large = processorMs(() => work(4 * size));
    return large < SHORT_MS ? 4 : large / Math.max(small, SHORT_MS / 8);
  });
  return Math.min(...ratios);
}

/** More than this is not linear. */
export const MOST_GROWTH = 9;
