import { runsOf } from '../../src/common/process/jobs';
import { MINUTE_MS } from '../../src/contract/durations';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxJob } from '../../src/notices/outbox.job';
import { OPERATOR_TOKEN, startApp, type TestApp } from '../support/app';
import { asService, privateDatabase } from '../support/database';
import { ScriptedMailServer, type Script } from '../support/scripted-mail-server';
import { until } from '../support/waiting';

const MAIL_FROM = 'a@entrada.example';

/** Closed after each test. */
const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

let server: ScriptedMailServer;
let url: string;
let test: TestApp;
let worker: OutboxJob;

const startAnother = async (): Promise<TestApp> => {
  const app = await startApp({ SMTP_URL: server.url, MAIL_FROM, DATABASE_URL: url });
  opened.push(app);
  return app;
};

/** Starts a service with one mail, and a mail server with this script. */
async function begin(script: ScriptedMailServer['script']): Promise<void> {
  server = new ScriptedMailServer(script);
  await server.open();
  opened.push(server);
  url = await privateDatabase('mail_outcomes');
  test = await startAnother();
  worker = test.app.get(OutboxJob);
  await test.partner('leads:read');
}

/** Makes a step of a script that can be awaited, and that continues when opened. */
function gate() {
  let reach = (): void => undefined;
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { reached, open: () => open(), step: { before: () => (reach(), passed) } };
}

interface Row {
  readonly id: string;
  readonly attempts: number;
  /** Milliseconds until the mail is due. */
  readonly wait: number;
  readonly error: string | null;
  readonly state: 'pending' | 'sent' | 'dead';
}

const mail = async (): Promise<Row> => {
  const [row] = await test.sql<Row>(
    `select id, attempts, extract(epoch from next_attempt_at - clock_timestamp())::float8 * 1000 as wait, last_error as error,
            case when sent_at is not null then 'sent' when dead_at is not null then 'dead' else 'pending' end as state
     from outbox`,
  );
  if (!row) throw new Error('no mail');
  return row;
};

const expectUnconfirmed = async (): Promise<void> => {
  const { wait, ...row } = await mail();
  expect(row).toMatchObject({ attempts: 1, state: 'pending', error: expect.stringContaining('sent, but') as string });
  expect(wait).toBeGreaterThan(29 * MINUTE_MS);
  expect(wait).toBeLessThanOrEqual(30 * MINUTE_MS);
};

const messageId = async (): Promise<string> => `<${(await mail()).id}@entrada.example>`;

/** Starts a process that only sends mails, with a short lease. */
async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['test/support/worker-process.cjs', 'outbox'], {
    env: { ...process.env, DATABASE_URL: asService(url), OPERATOR_TOKEN, SMTP_URL: server.url, MAIL_FROM },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.push({ close: () => Promise.resolve(child.kill('SIGKILL')) });
  await once(child.stdout, 'data');
  return child;
}

describe('a mail whose end was sent', () => {
  it('is sent again only after half an hour when the connection is lost, with the same Message-ID', async () => {
    const script: Script = { end: { answer: 'close' } };
    await begin(script);
    await worker.deliverDue();
    await expectUnconfirmed();
    await worker.deliverDue();
    expect(server.delivered).toEqual([await messageId()]);
    server.script = {};
    await test.sql('update outbox set next_attempt_at = now()');
    await worker.deliverDue();
    expect(await mail()).toMatchObject({ attempts: 2, state: 'sent', error: null });
    expect(server.delivered).toEqual([await messageId(), await messageId()]);
  });

  it('is not sent again at once when the service stops, which does not wait for the server', async () => {
    const end = gate();
    await begin({ end: end.step });
    const stopping = await startApp({ SMTP_URL: server.url, MAIL_FROM, DATABASE_URL: url });
    await runsOf(stopping.app.get(OutboxJob)).begin();
    await end.reached;
    const begun = performance.now();
    await stopping.close();
    expect(performance.now() - begun).toBeLessThan(5_000);
    end.open();
    await until(() => server.delivered.length === 1);
    await expectUnconfirmed();
    await worker.deliverDue();
    expect(server.delivered).toHaveLength(1);
  });

  it('is not sent again at once when the process is killed', async () => {
    const end = gate();
    await begin({ end: end.step });
    const child = await startProcess();
    await end.reached;
    child.kill('SIGKILL');
    await once(child, 'exit');
    end.open();
    await until(() => server.delivered.length === 1);
    // Waits for the end of the killed process's lease.
    await sleep(1_100);
    await worker.deliverDue();
    await expectUnconfirmed();
    expect(server.delivered).toHaveLength(1);
  });

  it('is given up when its link has expired meanwhile, and says why it was not sent before', async () => {
    await begin({ end: { answer: 'close' } });
    await test.sql(
      `update outbox set kind = 'sign_in_link', created_at = now() - interval '16 minutes', last_error = 'x'`,
    );
    await worker.deliverDue();
    expect(await mail()).toMatchObject({ state: 'dead', error: 'expired; before: x' });
    expect(server.connections).toBe(0);
  });
});

describe('a mail whose end was not sent', () => {
  it('is due at once when the service stops', async () => {
    const greeting = gate();
    await begin((connection) => (connection === 1 ? { greeting: greeting.step } : {}));
    const stopping = await startApp({ SMTP_URL: server.url, MAIL_FROM, DATABASE_URL: url });
    await runsOf(stopping.app.get(OutboxJob)).begin();
    await greeting.reached;
    await stopping.close();
    const { wait, ...row } = await mail();
    expect(row).toMatchObject({ attempts: 1, state: 'pending', error: 'the attempt was ended: the service stops' });
    expect(wait).toBeLessThanOrEqual(0);
    await worker.deliverDue();
    expect(server.delivered).toEqual([await messageId()]);
    greeting.open();
  });

  it('is due within its lease when the process is killed', async () => {
    const recipient = gate();
    await begin((connection) => (connection === 1 ? { RCPT: recipient.step } : {}));
    const child = await startProcess();
    await recipient.reached;
    // Longer than the lease, which the process extends.
    await sleep(1_500);
    await until(async () => (await mail()).wait > 0);
    expect((await mail()).wait).toBeLessThanOrEqual(1_000);
    child.kill('SIGKILL');
    await until(async () => (await mail()).wait <= 0);
    await worker.deliverDue();
    expect(server.delivered).toEqual([await messageId()]);
    recipient.open();
  });

  it('is not sent by another instance while this one waits for longer than its lease', async () => {
    const data = gate();
    await begin((connection) => (connection === 1 ? { DATA: data.step } : {}));
    // Renewed each third of it, also on a busy machine.
    worker.leaseMs = 3_000;
    await runsOf(worker).begin();
    await data.reached;
    const other = (await startAnother()).app.get(OutboxJob);
    for (const end = Date.now() + 7_000; Date.now() < end; await sleep(50)) await other.deliverDue();
    expect(server.connections).toBe(1);
    data.open();
    await until(async () => (await mail()).state === 'sent');
    expect(await mail()).toMatchObject({ attempts: 1, error: null });
    expect(server.delivered).toHaveLength(1);
  });

  it.each([
    ['another instance has taken it', 'update outbox set attempts = attempts + 1'],
    ['it is erased', 'delete from outbox'],
  ])('is not sent when %s before its end', async (_name, change) => {
    await begin({ DATA: { before: () => test.sql(change) } });
    await worker.deliverDue();
    expect(server.delivered).toEqual([]);
    expect(await test.sql('select from outbox where sent_at is not null or last_error is not null')).toEqual([]);
  });
});

it('a server that greets nobody for a while holds up neither the job nor the mails on other connections', async () => {
  await begin((connection) => (connection <= 5 ? { greeting: { answer: 'silence' } } : {}));
  for (let n = 0; n < 6; n++) await test.partner('leads:read');
  worker.longMs = 500;
  const longest: number[] = [];
  await until(async () => {
    const begun = performance.now();
    await runsOf(worker).begin();
    longest.push(performance.now() - begun);
    return server.delivered.length === 2;
  });
  expect(Math.max(...longest)).toBeLessThan(5_000);
});
