import { Job } from './jobs';

it('a job runs once at a time; a stop waits for the run', async () => {
  const ends: (() => void)[] = [];
  const job = new Job('jobs_spec', () => new Promise<void>((resolve) => ends.push(resolve)));
  const runs = [job.run(), job.run()];
  expect(ends).toHaveLength(1);
  let hasStopped = false;
  const stop = job.stop().then(() => (hasStopped = true));
  await Promise.resolve();
  expect([job.isStopping, hasStopped]).toEqual([true, false]);
  ends[0]?.();
  await Promise.all([...runs, stop]);
  void job.run();
  expect(ends).toHaveLength(2);
  ends[1]?.();
});
