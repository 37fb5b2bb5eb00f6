import { Client } from 'pg';
import { EventStreams } from '../../src/events/event-streams';
import { log } from '../../src/common/process/log';
import { appForAllTests, type Partner } from '../support/app';
import { eventStreams } from '../support/event-stream';
import { beginReading } from '../support/held-answers';
import { leadCalls } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { ownerCalls } from '../support/owner-calls';
import { databaseUrl } from '../support/database';
import { forEachTest } from '../support/setup';
import { untilWaiting } from '../support/waiting';

/** The service cuts off an answer when the caller loses the right to it. */

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const { staffLead } = leadCalls(test, partner);
const { begin, as, changeOwner } = ownerCalls(test);
const openStream = eventStreams();

/** More leads than the buffers of a connection hold. */
const MANY = 8_000;

const admin = (path: string): string => `${test.url}/admin/v1${path}`;
const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

async function fill({ accountId }: Pick<Partner, 'accountId'>): Promise<void> {
  const [pipeline] = (await partner.api.get<{ id: string; stages: { id: string }[] }[]>('/pipelines')).data;
  const place = { accountId, pipelineId: pipeline?.id ?? '', stageId: pipeline?.stages[0]?.id ?? '' };
  await addLeads(test, place, { count: MANY, since: '2025-01-01T00:00:00Z' });
  await partner.sql(`update leads set notes = repeat('a', 2000) where account_id = $1`);
}

const CHANGES: readonly [what: string, change: (session: { token: string }) => Promise<unknown>][] = [
  ['the account has another owner', () => changeOwner({ id: partner.accountId }, `nova-${Date.now()}@example.com`)],
  ['the session is ended', (session) => as(session).delete('/sessions/current')],
];

it.each(CHANGES)('an export is cut off when %s', async (_, change) => {
  await fill(partner);
  const session = await begin({ id: partner.accountId });
  const answer = await beginReading(admin('/leads/export.csv'), bearer(session));
  expect(answer.status).toBe(200);
  const failures = jest.spyOn(log, 'error');
  await change(session);
  const { isWhole, text } = await answer.rest();
  expect(isWhole).toBe(false);
  // A cut is a refusal, not a fault of the service.
  expect(failures).not.toHaveBeenCalled();
  failures.mockRestore();
  expect(text.match(/\r\n/g)?.length).toBeLessThan(MANY);
});

it('an export whose session lives is sent whole, however slowly it is read', async () => {
  await fill(partner);
  const session = await begin({ id: partner.accountId });
  const { isWhole, text } = await (await beginReading(admin('/leads/export.csv'), bearer(session))).rest();
  expect([isWhole, text.match(/\r\n/g)?.length]).toEqual([true, MANY + 1]);
});

it.each(['/leads/export.csv', '/leads/ID/export'])(
  '%s whose session ends while it reads is refused, and is not in the audit trail',
  async (path) => {
    const { id } = await staffLead({ name: 'Ana' });
    const session = await begin({ id: partner.accountId });
    const blocker = new Client({ connectionString: databaseUrl() });
    await blocker.connect();
    await blocker.query('begin; lock table leads in access exclusive mode');
    const answer = as(session).get(path.replace('ID', id));
    await untilWaiting(test);
    await as(session).delete('/sessions/current');
    await blocker.end();
    expect([(await answer).status, (await answer).error.code]).toEqual([401, 'unauthorized']);
    const entries = `select from audit_entries where account_id = $1 and action like '%.exported'`;
    expect(await partner.sql(entries)).toEqual([]);
  },
);

it('an export of the audit trail is cut off with the session', async () => {
  // Entries without a subject, all of one moment, so that only their ids order them.
  await partner.sql(
    `insert into audit_entries (account_id, id, at, actor_type, action)
     select $1, gen_random_uuid(), now(), 'operator', repeat('a', 2000) from generate_series(1, 8000)`,
  );
  const session = await begin({ id: partner.accountId });
  const answer = await beginReading(admin('/audit/export.csv'), bearer(session));
  await as(session).delete('/sessions/current');
  expect((await answer.rest()).isWhole).toBe(false);
});

it.each(CHANGES)('a stream of events sends nothing more when %s, also between two beats', async (_, change) => {
  const session = await begin({ id: partner.accountId });
  const stream = await openStream(test.url, bearer(session));
  const { id } = await staffLead({ name: 'Antes' });
  await stream.heard('lead', id);
  await change(session);
  const { length } = stream.events;
  await staffLead({ name: 'Depois' });
  await stream.ended();
  expect(stream.events).toHaveLength(length);
});

it('events that come while the right to them is asked for wait, and come once', async () => {
  const session = await begin({ id: partner.accountId });
  const stream = await openStream(test.url, bearer(session));
  const streams = test.app.get(EventStreams);
  for (let n = 0; n < 50; n++) streams.publish(partner.accountId, `event: lead\ndata: {"id":"${n}"}\n\n`);
  await stream.heard('lead', '49');
  expect(stream.events.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
});
