import { setTimeout as sleep } from 'node:timers/promises';
import { runsOf } from '../../src/common/process/jobs';
import { OutboxJob } from '../../src/notices/outbox.job';
import { startApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { forAllTests } from '../support/setup';
import { type Script, ScriptedMailServer } from '../support/scripted-mail-server';

/** Steps slower than common time-outs, but within the limits of RFC 5321. */
const SLOW: Readonly<Record<string, Script>> = {
  'the greeting': { greeting: { afterMs: 6_000 } },
  EHLO: { EHLO: { afterMs: 6_000 } },
  'MAIL FROM': { MAIL: { afterMs: 6_000 } },
  'RCPT TO': { RCPT: { afterMs: 6_000 } },
  DATA: { DATA: { afterMs: 6_000 } },
  'the end of the content': { end: { afterMs: 7_000 } },
};
/** Milliseconds: long enough for a second attempt and its delivery. */
const WATCHED_MS = 14_000;

interface Outcome {
  readonly delivered: number;
  readonly rows: { attempts: number; isSent: boolean; error: string | null }[];
}

/** Sends one mail while the service's clock runs, and returns the outcome. */
async function sendTo(script: Script, database: string): Promise<Outcome> {
  const server = new ScriptedMailServer(script);
  await server.open();
  const smtp = { SMTP_URL: server.url, MAIL_FROM: 'a@entrada.example' };
  const test = await startApp({ ...smtp, DATABASE_URL: await privateDatabase(database) });
  await test.partner('leads:read');
  const worker = test.app.get(OutboxJob);
  const clock = setInterval(() => void runsOf(worker).begin(), 200);
  await sleep(WATCHED_MS);
  clearInterval(clock);
  const rows = await test.sql<Outcome['rows'][number]>(
    `select attempts, sent_at is not null as "isSent", last_error as error from outbox`,
  );
  await test.close();
  await server.close();
  return { delivered: server.delivered.length, rows };
}

const outcomes = forAllTests(async () => {
  const sent = Object.entries(SLOW).map(
    async ([step, script], index) => [step, await sendTo(script, `slow_mail_${index}`)] as const,
  );
  return Object.fromEntries(await Promise.all(sent));
});

it.each(Object.keys(SLOW))('a server that takes seconds for %s gets the mail once', (step) => {
  expect(outcomes[step]).toEqual({ delivered: 1, rows: [{ attempts: 1, isSent: true, error: null }] });
});
