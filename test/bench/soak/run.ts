import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { MailServer } from '../../support/mail-server';
import { BenchCluster, DATA, postgresVersion } from '../cluster';
import { runProgram } from '../program';
import { OPERATOR_TOKEN, type ServerProcess } from '../servers';
import { Unmet } from '../unmet';
import { keepCopy, timesBesideCopy } from './beside-copy';
import { type Check, check } from './checks';
import { compare, minutesOfBeginning } from './compare';
import { drained } from './drained';
import { jobRuns } from './job-runs';
import { LoadProcess } from './load-process';
import { Meters } from './meters';
import type { Minute } from './minute';
import { faultsOf, reportOf, type Run } from './report';
import { addRules, DATABASE, makeWorld, openAccounts, SOAK_SETTINGS, startService } from './world';

const FOLDER = join(DATA, 'soak');
const FILES = { acknowledged: join(FOLDER, 'acknowledged.csv'), erased: join(FOLDER, 'erased.csv') };
const WARM_UP_SECONDS = 60;
const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** `npm run soak -- [--minutes N]`: a week of work in an hour at half load. Exits with 1 when anything was wrong. */
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
  const ends: (() => Promise<unknown>)[] = [() => mail.close(), () => cluster.stop()];
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0)) await one();
  };
  try {
    await mail.open();
    const run = await soak(cluster, mail, minutes, ends);
    writeFileSync(join(FOLDER, 'run.json'), JSON.stringify(run, null, 1));
    writeFileSync(join(FOLDER, 'report.md'), reportOf(run));
    console.log(`\n${reportOf(run)}`);
    if (faultsOf(run).length > 0) process.exitCode = 1;
  } finally {
    await end();
  }
}

async function soak(
  cluster: BenchCluster,
  mail: MailServer,
  count: number,
  ends: (() => Promise<unknown>)[],
): Promise<Run> {
  const server = await startService(await makeWorld(cluster), mail);
  ends.unshift(() => server.stop());
  const accounts = await openAccounts(cluster, DATABASE, server.port);
  say(`${accounts.length} accounts are open`);
  await addRules(cluster, DATABASE, server.port, accounts, count);
  const sql = new Client({ connectionString: cluster.url(DATABASE) });
  await sql.connect();
  ends.unshift(() => sql.end());
  const [imported = 0] = (await sql.query<{ n: string }>('select count(*) as n from import_rows')).rows.map(
    ({ n }) => +n,
  );

  const load = new LoadProcess();
  ends.unshift(() => load.stop());
  load.tell({ begin: { port: server.port, accounts, files: FILES } });
  load.tell({ full: WARM_UP_SECONDS });
  const warm = await load.next('busy');
  const most = warm.requests / warm.seconds;
  say(`${Math.round(most)} requests a second at most: ${Math.round(most / 2)} are sent`);

  const meters = new Meters(sql, server, cluster.postmaster, load.pid);
  await meters.begin();
  load.tell({ rate: most / 2, minutes: count });
  const seen: { minute: Minute; from: Date; to: Date }[] = [];
  let copied: Promise<unknown> | undefined;
  while (seen.length < count) {
    const one = await meters.minute(await load.next('minute'));
    seen.push(one);
    appendFileSync(join(FOLDER, 'minutes.jsonl'), `${JSON.stringify(one)}\n`);
    say(lineOf(one.minute, seen.length));
    if (seen.length === minutesOfBeginning(count)) copied = keepCopy(cluster).catch((error: unknown) => error);
  }
  const ended = await load.next('ended');
  const left = await drained(meters);
  const minutes: Minute[] = [];
  for (const { minute, from, to } of seen) minutes.push(await meters.withLags(minute, from, to));
  const checks = await check(sql, {
    ...FILES,
    ...ended,
    imported: imported + ended.imported,
    mails: new Set(mail.mails.map(({ messageId }) => messageId)).size,
  });
  checks.push(await failedRuns(server));
  await load.stop();
  const failed = await copied;
  if (failed) throw failed as Error;
  say('what is due is done and counted: now beside a service on the data of the beginning');
  const beside = await timesBesideCopy(cluster, server, most / 2, ends);
  const failures = sum([...[warm, ...minutes, ended].map((traffic) => traffic.failures), ...beside.failures]);
  const machine = [
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}; service, load and PostgreSQL share it`,
    `Versions: Node ${process.versions.node}, ${postgresVersion()} (${SOAK_SETTINGS.slice(2).join(', ')}, autovacuum and checkpoints as they come)`,
  ];
  return {
    machine,
    most,
    rate: most / 2,
    minutes,
    compared: compare(minutes),
    times: beside.times,
    checks,
    failures,
    left,
  };
}

/** What a job tries again, nobody else sees. */
async function failedRuns({ port }: ServerProcess): Promise<Check> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { runs, failed } = jobRuns(await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text());
  return { what: 'runs of jobs and rows of imports that failed and were tried again', looked: runs, wrong: failed };
}

const lineOf = ({ requests, times, resident, heap, work, others, failures }: Minute, n: number): string => {
  const p99 = Object.entries(times).map(([group, { p50, p99 }]) => `${group} ${p50.toFixed(1)}/${p99.toFixed(1)}`);
  const waiting = Object.entries(work).map(([job, { waiting: due }]) => `${job} ${due}`);
  const mb = (bytes: number): number => Math.round(bytes / 1e6);
  const wrong = Object.keys(failures).length > 0 ? `, wrong ${JSON.stringify(failures)}` : '';
  return `minute ${n}: ${requests} requests; ${p99.join(', ')} ms; ${mb(resident)} MB, heap ${mb(heap)}; due: ${waiting.join(', ')}; others ${Math.round(others * 100)} %${wrong}`;
};

function sum(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [what, count] of all.flatMap((one) => Object.entries(one))) total[what] = (total[what] ?? 0) + count;
  return total;
}

runProgram(() => main(process.argv.slice(2)));
