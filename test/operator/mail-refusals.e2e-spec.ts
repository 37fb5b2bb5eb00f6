import { log } from '../../src/common/process/log';
import type { OutboxMailView } from '../../src/contract/mail';
import { OutboxJob } from '../../src/notices/outbox.job';
import { appForAllTests } from '../support/app';
import { ScriptedMailServer, type Step } from '../support/scripted-mail-server';
import { forAllTests } from '../support/setup';

const server = new ScriptedMailServer();
const test = appForAllTests(async () => {
  await server.open();
  return { SMTP_URL: server.url.replace('//', '//user:password@'), MAIL_FROM: 'a@entrada.example' };
});
const worker = forAllTests(() => test.app.get(OutboxJob));
afterAll(() => server.close());

beforeEach(async () => {
  server.script = {};
  server.delivered.length = 0;
  server.drop();
  // Other files leave mails in this worker's database.
  await test.sql('delete from outbox');
});

const listed = async (state: string): Promise<OutboxMailView[]> =>
  (await test.operator.get<OutboxMailView[]>(`/outbox?state=${state}`)).data;

/** Sends a mail to a server that answers a step in this way. `ADDRESS` stands for the recipient. */
async function send(step: Step, answer: string): Promise<string> {
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
  const { accountId } = await test.partner('leads:read');
  const [account] = await test.sql<{ email: string }>('select owner_email as email from accounts where id = $1', [
    accountId,
  ]);
  const email = account?.email ?? '';
  server.script = { [step]: { answer: answer.replace('ADDRESS', email) } };
  await worker.deliverDue();
  const lines = warn.mock.calls.map(([line]) => line as { error: string });
  warn.mockRestore();
  expect(JSON.stringify(lines)).not.toContain(email.slice(0, email.indexOf('@')));
  return lines.map(({ error }) => error).join();
}

it.each<[reason: string, step: Step, answer: string]>([
  ['RCPT TO with 550 5.1.1 <d***@e***.com>: no such user', 'RCPT', '550 5.1.1 <ADDRESS>: no such user'],
  ['DATA with 554 5.5.1 no valid recipients', 'DATA', '554 5.5.1 no valid recipients'],
  ['the content with 554 5.7.1 spam of d***@e***.com', 'end', '554-5.7.1 spam\r\n554 5.7.1 of ADDRESS'],
])('%s: the mail is given up at once; the operator sees why, and can retry', async (reason, step, answer) => {
  expect(await send(step, answer)).toBe(`the server answered ${reason}`);
  const [dead] = await listed('dead');
  expect(dead).toMatchObject({ attempts: 1, last_error: `the server answered ${reason}` });
  server.script = {};
  await worker.deliverDue();
  expect(server.delivered).toEqual([]);
  expect((await test.operator.post(`/outbox/${dead?.id}/retry`)).status).toBe(200);
  await worker.deliverDue();
  expect(server.delivered).toEqual([`<${dead?.id}@entrada.example>`]);
});

it.each<[reason: string, step: Step, answer: string]>([
  ['RCPT TO with 451 4.7.1 d***@e***.com: later', 'RCPT', '451 4.7.1 ADDRESS: later'],
  ['RCPT TO with 421 4.3.2 closing', 'RCPT', '421 4.3.2 closing'],
  ['MAIL FROM with 550 5.7.1 not from you', 'MAIL', '550 5.7.1 not from you'],
  ['MAIL FROM with 450 4.1.8 later', 'MAIL', '450 4.1.8 later'],
  ['MAIL FROM with 530 5.7.0 authentication required', 'MAIL', '530 5.7.0 authentication required'],
  ['DATA with 451 4.3.0 later', 'DATA', '451 4.3.0 later'],
  ['the content with 452 4.3.1 full', 'end', '452 4.3.1 full'],
  // Faults of the settings, not the mail.
  ['the connection with 554 5.7.1 not you', 'greeting', '554 5.7.1 not you'],
  ['AUTH PLAIN with 535 5.7.8 who are you', 'AUTH', '535 5.7.8 who are you'],
])('%s: the mail is tried again soon', async (reason, step, answer) => {
  expect(await send(step, answer)).toBe(`the server answered ${reason}`);
  expect(await listed('dead')).toEqual([]);
  const [waiting] = await listed('pending');
  expect(waiting).toMatchObject({ attempts: 1, last_error: `the server answered ${reason}` });
  const [row] = await test.sql<{ soon: boolean }>(
    `select next_attempt_at < clock_timestamp() + interval '2 seconds' as soon from outbox`,
  );
  expect(row?.soon).toBe(true);
});
