import type { Bench } from '../bench';
import { Connection } from '../connection';
import { Requests } from '../requests';
import type { PartResult } from '../result';
import { openAccount, OPERATOR_TOKEN, ServerProcess } from '../servers';
import { randomFrom, spread } from '../statistics';

const SUBMISSIONS = 3_300;
const CONNECTIONS = 16;
const LIMIT = 3_000;

/** Sends 3,300 submissions of a new account to two processes with the daily limit of the specification. */
export async function quota(bench: Bench): Promise<PartResult> {
  const settings = { LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: String(LIMIT) };
  const servers = await Promise.all([1, 2].map(() => ServerProcess.service(bench.serviceUrl, { settings })));
  try {
    const { id, key } = await openAccount(servers[0] as ServerProcess);
    const statuses = await submitAll(servers, key);
    const accepted = statuses.get(201) ?? 0;
    const [day] = await bench.cluster.sql<{ used: number; leads: number }>(
      `select (select sum(used)::int from daily_submissions where account_id = $1) as used,
              (select count(*)::int from leads where account_id = $1) as leads`,
      bench.database,
      [id],
    );
    const strange = [...statuses.keys()].filter((status) => status !== 201 && status !== 429);
    const deadlocks = await deadlocksOf(servers);
    if (strange.length > 0 || deadlocks.length > 0 || day?.used !== accepted || day.leads !== accepted) {
      const found = JSON.stringify({ statuses: [...statuses], deadlocks, day });
      throw new Error(`the quota was not kept: ${found}`);
    }
    return {
      measures: [{ goal: 'quota', value: spread([accepted]) }],
      notes: [`Quota: ${accepted} answers 201, ${statuses.get(429) ?? 0} answers 429, no other, no deadlock.`],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Sends the submissions and counts the answers by status. */
async function submitAll(servers: readonly ServerProcess[], key: string): Promise<Map<number, number>> {
  const requests = new Requests(randomFrom(Date.now()));
  const statuses = new Map<number, number>();
  let left = SUBMISSIONS;
  const work = async ({ port }: ServerProcess): Promise<void> => {
    const connection = new Connection(port);
    while (left-- > 0) {
      const { status } = await connection.send(requests.text('new', '', [{ key, leads: 0, ids: [] }]));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    connection.close();
  };
  await Promise.all(servers.flatMap((server) => Array.from({ length: CONNECTIONS }, () => work(server))));
  return statuses;
}

/** Returns the lines of the servers' metrics that count deadlocks. They change at once, unlike PostgreSQL's own figures. */
async function deadlocksOf(servers: readonly ServerProcess[]): Promise<string[]> {
  const pages = await Promise.all(
    servers.map(async ({ port }) => {
      const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
      return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    }),
  );
  if (!pages.every((page) => page.includes('# HELP db_tx_retries_total'))) throw new Error('nobody counts deadlocks');
  return pages.flatMap((page) => page.match(/^db_tx_retries_total\{sqlstate="40P01"\} .*$/gm) ?? []);
}
