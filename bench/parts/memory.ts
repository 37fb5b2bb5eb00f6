import type { Bench } from '../bench';
import type { PartResult } from '../result';
import { MEMORY_PROBE, memoryOf, ServerProcess } from '../servers';
import { spread } from '../statistics';

/** Compares the service's memory without garbage after 100,000 and after 1,000,000 GETs. A quick run sends a tenth. */
export async function memory(bench: Bench): Promise<PartResult> {
  const first = bench.isQuick ? 10_000 : 100_000;
  const server = await ServerProcess.service(bench.serviceUrl, MEMORY_PROBE);
  try {
    const run = (count: number) => bench.slot({ server, kind: 'get', connections: 16, count });
    await run(first);
    const before = await memoryOf(server);
    await run(9 * first);
    const after = await memoryOf(server);
    const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
    const held = ({ heapUsed, external }: NodeJS.MemoryUsage): number => heapUsed + external;
    const between = `after ${first.toLocaleString('en')} and ${(10 * first).toLocaleString('en')} GETs`;
    return {
      measures: [
        { goal: 'memory', what: 'heap and external', value: spread([held(after) / held(before)]) },
        { goal: 'memory', what: 'resident', value: spread([after.rss / before.rss]) },
      ],
      notes: [
        `Memory ${between}, garbage collected: heap and external ${mb(held(before))} and ${mb(held(after))} MB, resident ${mb(before.rss)} and ${mb(after.rss)} MB.`,
      ],
    };
  } finally {
    await server.stop();
  }
}
