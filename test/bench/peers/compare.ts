import { mkdirSync } from 'node:fs';
import { version } from '../../../package.json';
import { makeRoles } from '../../../src/database/roles';
import { DATA, type Databases, databasesAt } from '../cluster';
import { seededDatabase } from '../seed';
import { LoadProcess, ServerProcess } from '../servers';
import { randomFrom, shuffled } from '../statistics';
import { Caller, type Contender } from './contender';
import { DIALECTS } from './dialects';
import { openDirectus } from './directus-setup';
import { openEntrada } from './entrada-setup';
import { PEER_KINDS, type PeerJob, type PeerKind, type PeerOutcome, wrongLead } from './peer-job';
import { type Access, LEADS, type SeenLead } from './product';
import { settingsOf } from './settings';
import { openStrapi } from './strapi-setup';
import { peerLines, type PeerRates } from './table';

type Say = (line: string) => void;

const CONNECTIONS = 16;

/** Rounds, and seconds of each call in one of them. Whole slots: the slowest make few leads in a second. */
const plan = (isQuick: boolean) => ({ rounds: 5, seconds: isQuick ? 0.6 : 4, warmUp: isQuick ? 1 : 5 });

/** `npm run bench -- peers`: measures the service beside the running peers that the environment names; prints the ratios. */
export async function comparePeers(isQuick: boolean, say: Say): Promise<void> {
  const settings = settingsOf(process.env);
  mkdirSync(DATA, { recursive: true });
  const databases = databasesAt(settings.databaseUrl);
  const service = await startService(databases, say);
  const load = new LoadProcess([]);
  const end = async (): Promise<void> => {
    load.stop();
    await service.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
  const contenders: Contender[] = [];
  try {
    contenders.push(await openEntrada(service, version));
    if (settings.directus) contenders.push(await openDirectus(settings.directus));
    if (settings.strapi) contenders.push(await openStrapi(settings.strapi));
    const accesses: Access[] = [];
    for (const contender of contenders) accesses.push(await fill(load, contender, say));
    const rates = await measure(load, contenders, accesses, isQuick);
    say(`Node ${process.versions.node}, ${await serverText(databases)}`);
    for (const line of peerLines(contenders.map(nameOf), rates)) say(line);
  } finally {
    for (const contender of contenders) await contender.close?.();
    await end();
  }
}

const nameOf = ({ entry, version }: Contender): string => `${entry.product} ${version}`;

/** Starts the service on the peers' server, in a database with the accounts of the quick benchmark. */
async function startService(databases: Databases, say: Say): Promise<ServerProcess> {
  const database = await seededDatabase(databases, 'quick', say);
  const passwords = { owner: 'of-the-tables', app: 'of-the-service' };
  return ServerProcess.service((await makeRoles(databases.url(database), passwords)).app);
}

/** Makes the leads that a product lacks, by the calls that are measured. */
async function fill(load: LoadProcess, contender: Contender, say: Say): Promise<Access> {
  const { entry } = contender;
  const count = LEADS - (await contender.count());
  if (count > 0) {
    const { seconds } = await run(load, { access: { ...entry, ids: [], pages: [] }, kind: 'create', count });
    say(`${nameOf(contender)}: ${count} leads made in ${Math.round(seconds)} s`);
  }
  return { ...entry, ...(await contender.places()) };
}

/** Throws when any answer was wrong, because a figure with failures in it means nothing. */
async function run(load: LoadProcess, job: Omit<PeerJob, 'connections'>): Promise<PeerOutcome> {
  const outcome = await load.runAtPeer({ ...job, connections: CONNECTIONS });
  if (Object.keys(outcome.failures).length === 0) return outcome;
  const { product } = job.access;
  throw new Error(`${product}, ${job.kind}: ${JSON.stringify(outcome.failures)} of ${outcome.requests} were wrong`);
}

/** Requests per second of each call, by contender and round; all of them take turns, in an order shuffled anew. */
async function measure(
  load: LoadProcess,
  contenders: readonly Contender[],
  accesses: readonly Access[],
  isQuick: boolean,
): Promise<PeerRates> {
  const { rounds, seconds, warmUp } = plan(isQuick);
  const random = randomFrom(Date.now());
  const slots = PEER_KINDS.flatMap((kind) => accesses.map((access, index) => ({ kind, access, index })));
  const rates: Record<PeerKind, number[][]> = { create: [], get: [], list: [] };
  for (const { kind, access, index } of slots) {
    await run(load, { access, kind, seconds: warmUp });
    rates[kind][index] = [];
  }
  for (let round = 0; round < rounds; round++) {
    for (const { kind, access, index } of shuffled(slots, random)) {
      const before = kind === 'create' ? await contenders[index]?.count() : 0;
      const outcome = await run(load, { access, kind, seconds });
      rates[kind][index]?.push(outcome.requests / outcome.seconds);
      if (kind === 'create')
        await checkMade(contenders[index] as Contender, (before ?? 0) + outcome.requests, outcome.made);
    }
  }
  return rates;
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

/** The server and how durable it is. */
async function serverText(databases: Databases): Promise<string> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'shared_buffers'];
  const rows = await databases.sql<{ text: string }>(
    `select string_agg(name || '=' || current_setting(name), ', ' order by n) as text
     from unnest($1::text[]) with ordinality s (name, n)`,
    'postgres',
    [names],
  );
  return `PostgreSQL: ${rows[0]?.text}`;
}
