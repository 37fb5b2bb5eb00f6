import { Client } from 'pg';
import { MailServer } from '../../support/mail-server';
import { BenchCluster } from '../cluster';
import { cpuOf, cpuOfCluster } from '../cpu';
import { settle } from '../seed';
import type { ServerProcess } from '../servers';
import { drained } from './drained';
import { compareTimes, takeTurns, type TimesCompared, type Turn } from './in-turn';
import { LoadProcess } from './load-process';
import { Meters } from './meters';
import { DATABASE, openAccounts, serviceUrlOf, SOAK_SETTINGS, startService } from './world';

const COPY = 'soak-copy';
const WARM_UP_SECONDS = 60;
/** Of one turn. */
const SECONDS = 12;

/** Keeps the data as it is now, for `timesBesideCopy`. */
export const keepCopy = (cluster: BenchCluster): Promise<void> => cluster.copyTo(COPY);

/** What both sides answered, too: how often something was wrong, by what it was. */
interface Found {
  readonly times: readonly TimesCompared[];
  readonly failures: readonly Readonly<Record<string, number>>[];
}

/**
 * The times of the service that has worked through the run, against those of one that was just started on the data as `keepCopy` has
 * kept it: in turn, at the rate of the run. `ends` gets what has to be stopped.
 */
export async function timesBesideCopy(
  cluster: BenchCluster,
  aged: ServerProcess,
  rate: number,
  ends: (() => Promise<unknown>)[],
): Promise<Found> {
  const copy = await BenchCluster.open(SOAK_SETTINGS, COPY);
  ends.unshift(() => copy.stop());
  const mail = new MailServer();
  await mail.open();
  ends.unshift(() => mail.close());
  const server = await startService(await serviceUrlOf(copy), mail);
  ends.unshift(() => server.stop());
  const sides = { after: await loadOf(cluster, aged.port, ends), before: await loadOf(copy, server.port, ends) };
  const sql = new Client({ connectionString: copy.url(DATABASE) });
  await sql.connect();
  ends.unshift(() => sql.end());
  const left = await drained(new Meters(sql, server, copy.postmaster, sides.before.pid));
  if (Object.values(left).some((due) => due > 0)) throw new Error(`the copy still has due: ${JSON.stringify(left)}`);

  // A copy begins without the counts by which the vacuum chooses its tables, and has no checkpoint behind it.
  for (const one of [cluster, copy]) await settle(one, DATABASE);
  const turnOf =
    (load: LoadProcess, { pid }: ServerProcess, { postmaster }: BenchCluster): Turn =>
    async () => {
      const before = { node: cpuOf(pid), database: cpuOfCluster(postmaster) };
      load.tell({ rate, seconds: SECONDS });
      const traffic = await load.next('busy');
      const [nodeCpu, databaseCpu] = [cpuOf(pid) - before.node, cpuOfCluster(postmaster) - before.database];
      return { ...traffic, nodeCpu, databaseCpu };
    };
  const turns = { after: turnOf(sides.after, aged, cluster), before: turnOf(sides.before, server, copy) };
  const seen = await takeTurns(turns, Math.random);
  return { times: compareTimes(seen), failures: Object.values(seen).flatMap((all) => all.map((one) => one.failures)) };
}

/** A load generator without the work that comes now and then, warmed up with its service. */
async function loadOf(cluster: BenchCluster, port: number, ends: (() => Promise<unknown>)[]): Promise<LoadProcess> {
  const load = new LoadProcess();
  ends.unshift(() => load.stop());
  load.tell({ begin: { port, accounts: await openAccounts(cluster, DATABASE, port) } });
  load.tell({ full: WARM_UP_SECONDS });
  await load.next('busy');
  return load;
}
