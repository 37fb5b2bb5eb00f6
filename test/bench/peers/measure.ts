import { cpuOf, cpuOfCluster } from '../cpu';
import { processAt } from '../listener';
import type { LoadProcess } from '../servers';
import { randomFrom, shuffled } from '../statistics';
import { Caller, type Contender } from './contender';
import { DIALECTS } from './dialects';
import { PEER_KINDS, type PeerJob, type PeerKind, type PeerOutcome, wrongLead } from './peer-job';
import type { Access, SeenLead } from './product';
import type { PeerSlot, PeerSlots } from './table';

const CONNECTIONS = 16;

/** Rounds, and seconds of each call in one of them. Whole slots: the slowest make few leads in a second. */
const plan = (isQuick: boolean) => ({ rounds: 5, seconds: isQuick ? 0.6 : 4, warmUp: isQuick ? 1 : 5 });

/** A contender with its leads and pages. */
export interface Filled {
  readonly contender: Contender;
  readonly access: Access;
}

/** Throws when any answer was wrong, because a figure with failures in it means nothing. */
export async function run(load: LoadProcess, job: Omit<PeerJob, 'connections'>): Promise<PeerOutcome> {
  const outcome = await load.runAtPeer({ ...job, connections: CONNECTIONS });
  if (Object.keys(outcome.failures).length === 0) return outcome;
  const { product } = job.access;
  throw new Error(`${product}, ${job.kind}: ${JSON.stringify(outcome.failures)} of ${outcome.requests} were wrong`);
}

/** The slots of each call, by contender and round; all of them take turns, in an order shuffled anew. */
export async function measure(
  load: LoadProcess,
  all: readonly Filled[],
  { databasePort, isQuick }: { databasePort: number; isQuick: boolean },
): Promise<PeerSlots> {
  const { rounds, seconds, warmUp } = plan(isQuick);
  const random = randomFrom(Date.now());
  const works = PEER_KINDS.flatMap((kind) => all.map((one, index) => ({ kind, index, ...one })));
  const slots: Record<PeerKind, PeerSlot[][]> = { create: [], get: [], list: [] };
  for (const { kind, access, index } of works) {
    await run(load, { access, kind, seconds: warmUp });
    slots[kind][index] = [];
  }
  for (let round = 0; round < rounds; round++) {
    for (const { kind, access, contender, index } of shuffled(works, random)) {
      const leads = kind === 'create' ? await contender.count() : 0;
      const meter = meterOf(access.port, databasePort);
      const begin = meter();
      const { requests, seconds: taken, made } = await run(load, { access, kind, seconds });
      slots[kind][index]?.push({ rate: requests / taken, cpu: (meter() - begin) / requests });
      if (kind === 'create') await checkMade(contender, leads + requests, made);
    }
  }
  return slots;
}

/** Reads the processor time, in microseconds, of the product and of PostgreSQL; NaN when one of them cannot be seen. */
function meterOf(productPort: number, databasePort: number): () => number {
  const [product, postmaster] = [processAt(productPort, 'node'), processAt(databasePort, 'postgres')];
  return () => (product && postmaster ? cpuOf(product) + cpuOfCluster(postmaster) : NaN);
}

/** Throws unless the leads that were made are there, all of them by number, and some of them one by one. */
async function checkMade(contender: Contender, wanted: number, made: readonly SeenLead[]): Promise<void> {
  const { entry } = contender;
  const found = await contender.count();
  if (found !== wanted) throw new Error(`${entry.product} has ${found} leads instead of ${wanted}`);
  const dialect = DIALECTS[entry.product];
  const caller = new Caller(entry.port, entry.token);
  for (const { id, stages } of made) {
    const { data } = await caller.get<{ data: unknown }>(dialect.leadPath(id));
    const wrong = wrongLead(dialect.seen(data), { id, stage: stages[0] });
    if (wrong) throw new Error(`${entry.product}: ${wrong}`);
  }
}
