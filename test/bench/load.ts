import { type Job, type Outcome, runJob } from './job';
import { type PeerJob, runPeerJob } from './peers/peer-job';
import { Requests, type Target } from './requests';
import { randomFrom } from './statistics';

export type ToLoad = { readonly targets: readonly Target[] } | { readonly job: Job } | { readonly peerJob: PeerJob };

/** The load generator: a separate process, so that its own work is not measured. */
let targets: readonly Target[] = [];
const random = randomFrom(Date.now());
const requests = new Requests(random);
const report = (outcome: Outcome): void => void process.send?.(outcome);

process.on('message', (told: ToLoad) => {
  if ('targets' in told) targets = told.targets;
  else if ('job' in told) void runJob(told.job, targets, requests).then(report);
  else void runPeerJob(told.peerJob, random).then(report);
});
