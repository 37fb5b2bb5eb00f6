import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { Gauge } from 'prom-client';
import { countFromZero } from '../common/http/request-log';
import { cachedFor, within } from '../common/process/timing';
import { JobDatabase } from '../database/database';
import { HealthService } from './health';
import { acrossAccounts, readRow } from '../database/query';

/** Waiting work of all accounts. Counts stop at 10,000. Ages are in seconds, of the oldest item; 0 when nothing waits. */
interface Backlog {
  readonly mails_waiting: number;
  readonly mails_waiting_seconds: number;
  readonly mails_dead: number;
  readonly held_waiting: number;
  readonly held_waiting_seconds: number;
  readonly imports_running: number;
  readonly imports_waiting: number;
  readonly imports_waiting_seconds: number;
  readonly sign_ins_waiting: number;
  readonly sign_ins_waiting_seconds: number;
}

// A function of the tables' owner (migration 0021).
const FIND_BACKLOG = acrossAccounts(`select * from backlog()`);

const findBacklog = () => readRow<Backlog>(FIND_BACKLOG, []);

/** Milliseconds for which a count is used, however many scrapes there are. */
const ASK_EVERY_MS = 10_000;
/** Milliseconds to wait for the database; shorter than the time-out of any scrape. */
const FIGURE_PATIENCE_MS = 2_000;

/** Routes of partners and owners; health, metrics, pages and documents are outside the API. */
const API = /^\/(api|admin)\//;

const ready = new Gauge({ name: 'service_ready', help: 'Whether this instance should get requests' });
const mailed = new Gauge({ name: 'smtp_configured', help: 'Whether SMTP_URL is set' });
const counted = new Gauge({ name: 'backlog_up', help: 'Whether the database told what waits' });

/** Figure of all instances together; absent while the database does not answer. */
const gauge = (name: string, help: string, labelNames: string[] = []): Gauge => {
  const made = new Gauge({ name, help, labelNames });
  if (labelNames.length === 0) made.remove();
  return made;
};
const mails = gauge('outbox_mails', 'Mails that wait, and that were given up', ['state']);
const mailsAge = gauge('outbox_oldest_waiting_seconds', 'Age of the oldest mail that waits');
const held = gauge('held_submissions_waiting', 'Held submissions that wait for a decision');
const heldAge = gauge('held_submissions_oldest_waiting_seconds', 'Age of the oldest of them');
const imports = gauge('imports_unfinished', 'Imports that an instance works on, and that wait for one', ['state']);
const importsAge = gauge('imports_longest_waiting_seconds', 'How long no instance has worked on an import that waits');
const signIns = gauge('sign_in_requests_waiting', 'Requests for sign-in links that nobody has worked on');
const signInsAge = gauge('sign_in_requests_oldest_waiting_seconds', 'Age of the oldest of them');

/** Updates the figures from the database before a scrape. Its search over all accounts takes turns with the searches of jobs. */
@Injectable()
export class BacklogGauges implements OnApplicationBootstrap {
  /** Undefined when the database does not answer in time, or the function is missing (older schema) or forbidden. */
  private readonly latest = cachedFor(ASK_EVERY_MS, () =>
    within(
      FIGURE_PATIENCE_MS,
      this.database.read(findBacklog()).catch(() => undefined),
    ),
  );

  constructor(
    private readonly database: JobDatabase,
    private readonly health: HealthService,
    private readonly adapter: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.adapter.httpAdapter as AbstractHttpAdapter | undefined;
    // A process without HTTP has no routes.
    const stack = server?.getInstance<Express>().router.stack ?? [];
    countFromZero(stack.flatMap(({ route }) => (route && API.test(route.path) ? [route] : [])));
  }

  /** Never throws; takes as long as readiness at most. */
  async refresh(): Promise<void> {
    const [health, backlog] = await Promise.all([this.health.check(), this.latest()]);
    ready.set(health.ready ? 1 : 0);
    mailed.set(health.smtp === 'configured' ? 1 : 0);
    counted.set(backlog ? 1 : 0);
    if (backlog) show(backlog);
    else hide();
  }
}

function show(backlog: Backlog): void {
  mails.set({ state: 'waiting' }, backlog.mails_waiting);
  mails.set({ state: 'dead' }, backlog.mails_dead);
  mailsAge.set(backlog.mails_waiting_seconds);
  held.set(backlog.held_waiting);
  heldAge.set(backlog.held_waiting_seconds);
  imports.set({ state: 'running' }, backlog.imports_running);
  imports.set({ state: 'waiting' }, backlog.imports_waiting);
  importsAge.set(backlog.imports_waiting_seconds);
  signIns.set(backlog.sign_ins_waiting);
  signInsAge.set(backlog.sign_ins_waiting_seconds);
}

function hide(): void {
  for (const state of ['waiting', 'dead']) mails.remove({ state });
  for (const state of ['running', 'waiting']) imports.remove({ state });
  for (const one of [mailsAge, held, heldAge, importsAge, signIns, signInsAge]) one.remove();
}
