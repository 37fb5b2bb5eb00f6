import { mkdirSync } from 'node:fs';
import { version } from '../../../package.json';
import { makeRoles } from '../../../src/database/roles';
import { DATA, type Databases, databasesAt } from '../cluster';
import { seededDatabase } from '../seed';
import { whenStopped } from '../program';
import { LoadProcess, ServerProcess } from '../servers';
import type { Contender } from './contender';
import { openDirectus } from './directus-setup';
import { openEntrada } from './entrada-setup';
import { type Filled, measure, run } from './measure';
import { type Access, LEADS } from './product';
import { settingsOf } from './settings';
import { openStrapi } from './strapi-setup';
import { peerLines } from './table';

type Say = (line: string) => void;

/** `npm run bench -- peers`: measures the service beside the running peers that the environment names; prints the ratios. */
export async function comparePeers(isQuick: boolean, say: Say): Promise<void> {
  const settings = settingsOf(process.env);
  mkdirSync(DATA, { recursive: true });
  const databases = databasesAt(settings.databaseUrl);
  const service = await startService(databases, say);
  const load = new LoadProcess([]);
  const contenders: Contender[] = [];
  const close = (): Promise<unknown> => Promise.all(contenders.map(async (contender) => contender.close?.()));
  whenStopped(close);
  try {
    contenders.push(await openEntrada(service, version));
    if (settings.directus) contenders.push(await openDirectus(settings.directus));
    if (settings.strapi) contenders.push(await openStrapi(settings.strapi));
    const all: Filled[] = [];
    for (const contender of contenders) all.push({ contender, access: await fill(load, contender, say) });
    const databasePort = Number(new URL(settings.databaseUrl).port || 5_432);
    const slots = await measure(load, all, { databasePort, isQuick });
    say(`Node ${process.versions.node}, ${await serverText(databases)}`);
    for (const line of peerLines(contenders.map(nameOf), slots)) say(line);
  } finally {
    await close();
    load.stop();
    await service.stop();
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
