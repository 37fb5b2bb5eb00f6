import { type Job, runJob } from './job';
import { Requests, type Target } from './requests';
import { randomFrom } from './statistics';

export type ToLoad = { readonly targets: readonly Target[] } | { readonly job: Job };

/** The load generator: a separate process, so that its own work is not measured. */
let targets: readonly Target[] = [];
const requests = new Requests(randomFrom(Date.now()));

process.on('message', (told: ToLoad) => {
  if ('targets' in told) targets = told.targets;
  else void runJob(told.job, targets, requests).then((outcome) => process.send?.(outcome));
});
