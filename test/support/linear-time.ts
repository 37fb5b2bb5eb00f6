/** Processor time of this process for the work, in milliseconds; other processes do not count. */
export function processorMs(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

/** Less processor time, in milliseconds, is inconclusive. */
const SHORT_MS = 40;

/** Returns the growth for four times the input, best of three: 4 if linear, 16 if quadratic, and 4 if too short to compare. */
export function growthOfFour(work: (size: number) => void, size: number): number {
  const ratios = [1, 2, 3].map(() => {
    const small = processorMs(() => work(size));
    const large = processorMs(() => work(4 * size));
    return large < SHORT_MS ? 4 : large / Math.max(small, SHORT_MS / 8);
  });
  return Math.min(...ratios);
}

export const MOST_GROWTH = 9;
