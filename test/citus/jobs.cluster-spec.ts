import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { asService, privateDatabase } from '../support/database';
import { importCalls } from '../support/import-calls';
import { MailServer } from '../support/mail-server';
import { StartedService } from '../support/started-service';
import { forAllTests } from '../support/setup';
import { times } from '../support/race';
import { until } from '../support/waiting';

const ROWS = 300;
const KEYS = 10;

const mails = forAllTests(async () => {
  const server = new MailServer();
  await server.open();
  return server;
});
const url = forAllTests(async () => ({ of: await privateDatabase('citus_jobs') }));
const test = appForAllTests(() => ({ DATABASE_URL: url.of }));
const partners = forAllTests(async () => ({ all: await Promise.all(times(4, () => test.partner('leads:read'))) }));

/** Starts the built service as a second machine would. */
const instance = (): StartedService =>
  new StartedService(undefined, {
    DATABASE_URL: asService(url.of),
    OPERATOR_TOKEN,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Entrada <avisos@entrada.example>',
  });

it('two instances share the jobs of one cluster: each mail is sent once, and each row of a file is applied once', async () => {
  const instances = [instance(), instance()];
  try {
    await Promise.all(instances.map((one) => one.address()));
    const imports = await Promise.all(
      partners.all.map(async (partner) => {
        const { send, manyRows } = importCalls(test, partner);
        return (await send(manyRows(ROWS))).data.id;
      }),
    );
    for (let made = 0; made < KEYS; made++) {
      const [partner] = partners.all;
      const key = await partner?.owner.post<{ id: string }>('/api-keys', { name: 'n', permissions: ['leads:read'] });
      await partner?.owner.delete(`/api-keys/${key?.data.id}`);
    }
    await until(async () => {
      const [left] = await test.sql<{ left: number }>(
        `select (select count(*) from outbox where sent_at is null)::int + (select count(*) from imports where finished_at is null)::int as left`,
      );
      return left?.left === 0;
    });
    const sent = await test.sql<{ id: string }>('select id from outbox where sent_at is not null');
    expect(sent.length).toBeGreaterThanOrEqual(2 * KEYS);
    expect(mails.mails.map(({ messageId }) => messageId).sort()).toEqual(
      sent.map(({ id }) => `<${id}@entrada.example>`).sort(),
    );
    for (const [nth, partner] of partners.all.entries()) {
      const { reportOf } = importCalls(test, partner);
      const report = await reportOf(imports[nth] ?? '', '', partner);
      expect(report).toMatchObject({ state: 'finished', rows: ROWS, created: ROWS, refused: 0, pending: 0 });
      const [rows] = await partner.sql<{ leads: number; entries: number }>(
        `select (select count(*) from leads where account_id = $1)::int as leads,
                (select count(*) from submissions where account_id = $1)::int as entries`,
      );
      expect(rows).toEqual({ leads: ROWS, entries: ROWS });
    }
  } finally {
    await Promise.all(instances.map((one) => one.stop()));
  }
});
