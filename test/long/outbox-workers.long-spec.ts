import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { asService, databaseUrl } from '../support/database';
import { MailServer } from '../support/mail-server';
import { hoursFromNow } from '../support/moments';
import { PATIENCE_MS } from '../support/patience';

const mails = new MailServer();
const test = appForAllTests(async () => {
  await mails.open();
  return { SMTP_URL: mails.url, MAIL_FROM: 'Entrada <avisos@entrada.example>' };
});
afterAll(() => mails.close());

describe('two workers, killed again and again, with a mail server that fails', () => {
  const workers: (ChildProcess | undefined)[] = [undefined, undefined];

  const start = (index: number) => {
    const child = spawn(process.execPath, ['test/support/worker-process.cjs', 'outbox'], {
      env: {
        ...process.env,
        DATABASE_URL: asService(databaseUrl()),
        OPERATOR_TOKEN,
        SMTP_URL: mails.url,
        MAIL_FROM: 'avisos@entrada.example',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers[index] = child;
    return new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
  };

  afterAll(() => workers.forEach((child) => child?.kill('SIGKILL')));

  const KEYS = 25;
  /** Six partners make and revoke KEYS keys each. */
  const MAILS = 6 * 2 * KEYS;
  const KILLS = 24;

  it(`deliver ${MAILS} mails at least once, repeats with the same Message-ID; there are as many notifications`, async () => {
    const created: string[] = [];
    const partners = await Promise.all(Array.from({ length: 6 }, () => test.partner('leads:read')));
    await test.sql('delete from outbox');
    const entries = async () => (await test.sql(`select from notifications where type like 'api_key.%'`)).length;
    const before = await entries();
    await Promise.all(
      partners.map(async ({ owner }) => {
        for (let i = 0; i < KEYS; i++) {
          const key = { name: `k${i}`, permissions: ['leads:read'] };
          const { id } = (await owner.post<{ id: string }>('/api-keys', key)).data;
          await owner.delete(`/api-keys/${id}`);
          created.push(id);
        }
      }),
    );
    expect((await entries()) - before).toBe(MAILS);

    mails.refuseEvery = 7;
    await Promise.all([start(0), start(1)]);
    const outcome = { kills: 0, left: MAILS };
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      await sleep(150);
      if (outcome.kills === KILLS / 2 - 2) await mails.close();
      if (outcome.kills === KILLS / 2) await mails.open();
      const index = outcome.kills++ % 2;
      if (outcome.kills < KILLS) {
        workers[index]?.kill('SIGKILL');
        void start(index);
      }
      // Makes failed mails due, instead of waiting minutes for the next try.
      await test.sql('update outbox set next_attempt_at = $1 where sent_at is null and next_attempt_at > $1', [
        hoursFromNow(1 / 3_600),
      ]);
      outcome.left = (await test.sql('select from outbox where sent_at is null')).length;
      if (outcome.left === 0 && outcome.kills > KILLS) break;
    }
    expect(outcome.left).toBe(0);
    const ids = await test.sql<{ id: string }>('select id from outbox');
    expect(ids).toHaveLength(MAILS);
    const delivered = new Set(mails.mails.map(({ messageId }) => messageId));
    expect([...delivered].sort()).toEqual(ids.map(({ id }) => `<${id}@entrada.example>`).sort());
  });
});
