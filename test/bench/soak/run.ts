import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { MailServer } from '../../support/mail-server';
import { BenchCluster, DATA, postgresVersion } from '../cluster';
import { OPERATOR_TOKEN, ServerProcess } from '../servers';
import { type Check, check } from './checks';
import { compare } from './compare';
import { jobRuns } from './job-runs';
import type { FromSoakLoad, ToSoakLoad } from './load';
import { Meters } from './meters';
import type { Minute } from './minute';
import { faultsOf, reportOf, type Run } from './report';
import { addRules, makeWorld, openAccounts, SOAK_SETTINGS } from './world';

const FOLDER = join(DATA, 'soak');
const FILES = { acknowledged: join(FOLDER, 'acknowledged.csv'), erased: join(FOLDER, 'erased.csv') };
const WARM_UP_SECONDS = 60;
/** Milliseconds for what is due at the end: the rules are looked at every five minutes. */
const PATIENCE = 6 * 60_000;

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** `npm run soak -- [--minutes N]`: a week of work in an hour at half load. Exits with 1 when anything was wrong. */
async function main(args: string[]): Promise<void> {
  const [option, given = '60', ...more] = args;
  const minutes = Number(given);
  if ((option ?? '--minutes') !== '--minutes' || more.length > 0 || !Number.isInteger(minutes) || minutes < 1) {
    throw new Error('npm run soak -- [--minutes N]');
  }
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const cluster = await BenchCluster.open(SOAK_SETTINGS);
  const mail = new MailServer();
  const ends: (() => Promise<unknown>)[] = [() => mail.close(), () => cluster.stop()];
  const end = async (): Promise<void> => {
    for (const one of ends.splice(0)) await one();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)));
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
  const { database, serviceUrl } = await makeWorld(cluster);
  const server = await ServerProcess.service(serviceUrl, {
    settings: { SMTP_URL: mail.url, MAIL_FROM: 'Entrada <entrada@example.com>' },
    execArgv: ['--expose-gc', '--require', join(__dirname, '../memory-probe.js')],
    ipc: true,
  });
  ends.unshift(() => server.stop());
  const accounts = await openAccounts(cluster, database, server.port);
  say(`${accounts.length} accounts are open`);
  await addRules(cluster, database, server.port, accounts, count);
  const sql = new Client({ connectionString: cluster.url(database) });
  await sql.connect();
  ends.unshift(() => sql.end());
  const [imported = 0] = (await sql.query<{ n: string }>('select count(*) as n from import_rows')).rows.map(
    ({ n }) => +n,
  );

  const load = new Load();
  ends.unshift(() => load.stop());
  load.tell({ begin: { port: server.port, accounts, files: FILES } });
  load.tell({ full: WARM_UP_SECONDS });
  const warm = await load.next('full');
  const most = warm.requests / warm.seconds;
  say(`${Math.round(most)} requests a second at most: ${Math.round(most / 2)} are sent`);

  const meters = new Meters(sql, server, cluster.postmaster, load.pid);
  await meters.begin();
  load.tell({ rate: most / 2, minutes: count });
  const seen: { minute: Minute; from: Date; to: Date }[] = [];
  while (seen.length < count) {
    const one = await meters.minute(await load.next('minute'));
    seen.push(one);
    appendFileSync(join(FOLDER, 'minutes.jsonl'), `${JSON.stringify(one)}\n`);
    say(lineOf(one.minute, seen.length));
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
  const failures = sum([warm, ...minutes, ended].map((traffic) => traffic.failures));
  const machine = [
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}; service, load and PostgreSQL share it`,
    `Versions: Node ${process.versions.node}, ${postgresVersion()} (${SOAK_SETTINGS.slice(2).join(', ')}, autovacuum and checkpoints as they come)`,
  ];
  return { machine, most, rate: most / 2, minutes, compared: compare(minutes), checks, failures, left };
}

/** What a job tries again, nobody else sees. */
async function failedRuns({ port }: ServerProcess): Promise<Check> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { runs, failed } = jobRuns(await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text());
  return { what: 'runs of jobs and rows of imports that failed and were tried again', looked: runs, wrong: failed };
}

/** Waits until nothing is due; returns what still is when the patience ends. */
async function drained(meters: Meters): Promise<Record<string, number>> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { held: _, ...waiting } = await meters.waiting();
    const left = Object.fromEntries(Object.entries(waiting).map(([job, { waiting: due }]) => [job, due]));
    const isDone = Object.values(left).every((due) => due === 0);
    if (isDone || performance.now() > end) return left;
    await sleep(1_000);
  }
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

type Told<Name extends string> = FromSoakLoad extends infer Message
  ? Message extends Readonly<Record<Name, infer Value>>
    ? Value
    : never
  : never;

/** The process of the load. */
class Load {
  private readonly child = fork(join(__dirname, 'load.js'), { stdio: 'inherit' });
  private readonly messages: FromSoakLoad[] = [];
  private isOver = false;
  private wake: () => void = () => undefined;

  constructor() {
    this.child.on('message', (message: FromSoakLoad) => {
      this.messages.push(message);
      this.wake();
    });
    this.child.once('exit', () => {
      this.isOver = true;
      this.wake();
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  tell(message: ToSoakLoad): void {
    this.child.send(message);
  }

  /** Its next message, which must have this name. */
  async next<Name extends 'full' | 'minute' | 'ended'>(name: Name): Promise<Told<Name>> {
    while (this.messages.length === 0) {
      if (this.isOver) throw new Error('the load generator ended');
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const message = this.messages.shift() as Partial<Record<Name, Told<Name>>>;
    const told = message[name];
    if (!told) throw new Error(`the load generator told something else than ${name}`);
    return told;
  }

  async stop(): Promise<void> {
    if (this.isOver) return;
    const over = once(this.child, 'exit');
    this.child.kill();
    await over;
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
