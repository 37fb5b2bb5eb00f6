import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { MailServer } from '../../test/support/mail-server';
import { BenchCluster, DATA, postgresVersion } from '../cluster';
import { runProgram } from '../program';
import { MACHINE } from '../report';
import { OPERATOR_TOKEN, type ServerProcess } from '../servers';
import { Unmet } from '../unmet';
import { type Check, check } from './checks';
import { compare } from './compare';
import { Load } from './load';
import { Meters } from './meters';
import type { Minute, Traffic } from './minute';
import { faultsOf, minuteRow, reportOf, type Run } from './report';
import { addRules, DATABASE, makeWorld, openAccounts, SOAK_SETTINGS, startService } from './world';

const FOLDER = join(DATA, 'soak');
const FILES = { acknowledged: join(FOLDER, 'acknowledged.csv'), erased: join(FOLDER, 'erased.csv') };
const WARM_UP_SECONDS = 60;
const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** `npm run soak -- [--minutes N]` does a week of work in an hour at half load. Exits with 1 after any fault. */
async function main(args: string[]): Promise<void> {
  const [option, given = '60', ...more] = args;
  const minutes = Number(given);
  if ((option ?? '--minutes') !== '--minutes' || more.length > 0 || !Number.isInteger(minutes) || minutes < 1) {
    throw new Unmet('npm run soak -- [--minutes N]');
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const cluster = await BenchCluster.open(SOAK_SETTINGS);
  const mail = new MailServer();
  try {
    await mail.open();
    const run = await soak(cluster, mail, minutes);
    writeFileSync(join(FOLDER, 'run.json'), JSON.stringify(run, null, 1));
    writeFileSync(join(FOLDER, 'report.md'), reportOf(run));
    console.log(`\n${reportOf(run)}`);
    if (faultsOf(run).length > 0) process.exitCode = 1;
  } finally {
    await mail.close();
    await cluster.stop();
  }
}

async function soak(cluster: BenchCluster, mail: MailServer, count: number): Promise<Run> {
  const server = await startService(await makeWorld(cluster), mail);
  const accounts = await openAccounts(cluster, server.port);
  say(`${accounts.length} accounts are open`);
  await addRules(cluster, server.port, accounts, count);
  const sql = new Client({ connectionString: cluster.url(DATABASE) });
  await sql.connect();
  const imported = Number((await sql.query<{ n: string }>('select count(*) as n from import_rows')).rows[0]?.n);

  const load = new Load({ port: server.port, accounts, files: FILES });
  const warm = await load.full(WARM_UP_SECONDS);
  const most = warm.requests / warm.seconds;
  say(`${Math.round(most)} requests a second at most: ${Math.round(most / 2)} are sent`);

  const meters = new Meters(sql, server, cluster.postmaster);
  await meters.begin();
  const minutes: Minute[] = [];
  let metered = Promise.resolve();
  const meter = async (traffic: Traffic): Promise<void> => {
    minutes.push(await meters.minute(traffic));
    say(minuteRow(minutes.at(-1) as Minute, minutes.length).join(' | '));
  };
  const ended = await load.steady(most / 2, count, (traffic) => {
    metered = metered.then(() => meter(traffic));
  });
  await metered;
  const left = await meters.drained();
  const mails = new Set(mail.mails.map(({ messageId }) => messageId)).size;
  const checks = await check(sql, { ...FILES, ...ended, imported: imported + ended.imported, mails });
  checks.push(await failedRuns(server));
  await sql.end();
  await server.stop();
  const failures = sum([warm, ...minutes, ended].map((traffic) => traffic.failures));
  const machine = [
    `Machine: ${MACHINE}; service, load and PostgreSQL share it`,
    `Versions: Node ${process.versions.node}, ${postgresVersion()} (${SOAK_SETTINGS.slice(2).join(', ')}, autovacuum and checkpoints as they come)`,
  ];
  return { machine, most, rate: most / 2, minutes, compared: compare(minutes), checks, failures, left };
}

/** Counts failed runs of jobs and failed rows of imports by GET /metrics. A retried one leaves no other trace. */
async function failedRuns({ port }: ServerProcess): Promise<Check> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const found = [...text.matchAll(/^(?:job_runs_total|import_rows_total)\{[^}]*result="(\w+)"[^}]*\} (\d+)$/gm)];
  const count = (rows: typeof found): number => rows.reduce((all, [, , value]) => all + Number(value), 0);
  const wrong = count(found.filter(([, result]) => result === 'failed'));
  return { what: 'runs of jobs and rows of imports that failed and were tried again', looked: count(found), wrong };
}

function sum(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [what, count] of all.flatMap((one) => Object.entries(one))) total[what] = (total[what] ?? 0) + count;
  return total;
}

runProgram(() => main(process.argv.slice(2)));
