import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { Gauge } from 'prom-client';
import { countFromZero } from '../common/request-log';
import { Database } from '../database/database';
import { type Backlog, findBacklog } from './backlog.queries';
import { HealthService } from './health';

/** Milliseconds that a count is used: in this time the database is asked once, however many scrapes there are. */
const ASK_EVERY_MS = 10_000;
/** Milliseconds to wait for the database; shorter than the time-out of any scrape. */
const PATIENCE_MS = 2_000;

/** The routes of partners and owners: health, metrics, pages and documents are not part of the API. */
const API = /^\/(api|admin)\//;

const ready = new Gauge({ name: 'service_ready', help: 'Whether this instance should get requests' });
const mailed = new Gauge({ name: 'smtp_configured', help: 'Whether SMTP_URL is set' });
const counted = new Gauge({ name: 'backlog_up', help: 'Whether the database told what waits' });

/** A figure of all instances together; absent while the database does not answer. */
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

/** Updates, before a scrape, the figures that are read from the database. */
@Injectable()
export class Watch implements OnApplicationBootstrap {
  private asked: { readonly at: number; readonly answer: Promise<Backlog | undefined> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly health: HealthService,
    private readonly adapter: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.adapter.httpAdapter as AbstractHttpAdapter | undefined;
    // A process without HTTP has no routes.
    const stack = server?.getInstance<Express>().router.stack ?? [];
    countFromZero(stack.flatMap(({ route }) => (route && API.test(route.path) ? [route] : [])));
  }

  /** Never throws, and takes two seconds at most. */
  async refresh(): Promise<void> {
    const [health, backlog] = await Promise.all([this.health.check(), this.latest()]);
    ready.set(health.ready ? 1 : 0);
    mailed.set(health.smtp === 'configured' ? 1 : 0);
    counted.set(backlog ? 1 : 0);
    if (backlog) show(backlog);
    else hide();
  }

  private latest(): Promise<Backlog | undefined> {
    const now = performance.now();
    if (!this.asked || now - this.asked.at >= ASK_EVERY_MS) this.asked = { at: now, answer: this.ask() };
    return this.asked.answer;
  }

  /** Undefined when the database does not answer in time, or the function is missing (older schema) or not allowed. */
  private ask(): Promise<Backlog | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE_MS)));
    const answer = this.database.read(findBacklog()).catch(() => undefined);
    return Promise.race([answer, patience]).finally(() => clearTimeout(timer));
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
