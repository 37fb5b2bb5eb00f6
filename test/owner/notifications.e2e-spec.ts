import { type Account, appForAllTests, newAccount } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import type { Answer } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { race } from '../support/race';
import { forEachTest } from '../support/setup';
import { watchTraffic } from '../support/traffic';
import type { NotificationView } from '../../src/contract/notification';
import { automationCalls } from '../support/automation-calls';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, submit, duplicate, merge, erase } = leadCalls(test, partner);

const ROUNDS = shortOrLong(3, 8);
const list = (query = '', owner = partner.owner) => owner.get<NotificationView[]>(`/notifications${query}`);
const unreadOf = (answer: Answer<unknown>): unknown => (answer.body as { unread?: number }).unread;

const pages = (limit: number, owner = partner.owner) => owner.pages<NotificationView>(`/notifications?limit=${limit}`);

describe('a default pipeline without entry stage', () => {
  // The API refuses this state. Earlier versions did not.
  const setNotificationView = async (isNotificationView: boolean): Promise<void> => {
    const entry = (await partner.stages())['Novo'];
    await test.sql('update stages set is_entry = $2 where id = $1', [entry, isNotificationView]);
  };
  const defaultPipeline = async (): Promise<string> =>
    (await partner.owner.get<{ id: string }[]>('/pipelines')).data[0]?.id ?? '';

  it('is the first entry of the owner’s list while it refuses leads, and is gone when it is fixed', async () => {
    const before = await list();
    await setNotificationView(false);
    const refused = await partner.api.post('/leads', { phone: nextPhone.mobile() });
    expect(refused.error.code).toBe('pipeline_not_configured');
    const answer = await list();
    const [warning, ...rest] = answer.data;
    expect(warning).toEqual({
      id: await defaultPipeline(),
      type: 'pipeline.not_configured',
      message: expect.stringContaining('Leads novos estão sendo recusados: o funil padrão “Funil de vendas”') as string,
      created_at: expect.any(String) as string,
      read_at: null,
    });
    expect(Math.abs(Date.parse(warning?.created_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect([rest, unreadOf(answer), unreadOf(before)]).toEqual([before.data, 2, 1]);
    await setNotificationView(true);
    expect((await list()).body).toEqual(before.body);
    expect((await partner.api.post('/leads', { phone: nextPhone.mobile() })).status).toBe(201);
  });

  it('stays unread', async () => {
    await setNotificationView(false);
    const [warning, other] = (await list()).data;
    for (let i = 0; i < 2; i++) {
      const read = await partner.owner.post<NotificationView>(`/notifications/${warning?.id}/read`);
      expect([read.status, read.data]).toEqual([200, { ...warning, created_at: read.data.created_at }]);
    }
    expect(unreadOf(await list())).toBe(2);
    await partner.owner.post(`/notifications/${other?.id}/read`);
    expect(unreadOf(await list())).toBe(1);
    await setNotificationView(true);
    expect((await partner.owner.post(`/notifications/${warning?.id}/read`)).status).toBe(404);
    expect(unreadOf(await list())).toBe(0);
  });

  it('is listed once, and every other entry once, at each page size', async () => {
    for (let i = 0; i < 3; i++) await partner.withKey('leads:read');
    const stored = (await list()).data.map(({ id }) => id);
    await setNotificationView(false);
    const expected = [await defaultPipeline(), ...stored];
    for (const limit of [1, 2, 5]) {
      const found = await pages(limit);
      expect(found.flat().map(({ id }) => id)).toEqual(expected);
      expect(found.map((page) => page.length)).toEqual(
        Array.from({ length: Math.ceil(5 / limit) }, (_, index) => Math.min(limit, 5 - index * limit)),
      );
    }
  });

  it('is shown when there is no other entry, and in no other account', async () => {
    const { id } = (await test.operator.post<Account>('/accounts', newAccount())).data;
    const owner = test.operator.with({ 'X-Account-Id': id });
    await setNotificationView(false);
    expect((await list('', owner)).body).toEqual({ data: [], next_cursor: null, unread: 0 });
    expect((await partner.owner.post(`/notifications/${id}/read`)).status).toBe(404);
    await test.sql('update stages set is_entry = false where account_id = $1', [id]);
    expect(await pages(1, owner)).toMatchObject([[{ type: 'pipeline.not_configured' }]]);
  });
});

it('another pipeline without entry stage is not a reason for a warning', async () => {
  await partner.owner.post('/pipelines', { name: 'Pós-venda', stages: [{ name: 'Chegou' }] });
  expect((await list()).data.map(({ type }) => type)).toEqual(['api_key.created']);
});

it('an account without default pipeline is told so, under its own id', async () => {
  await partner.sql('update pipelines set is_default = false where account_id = $1');
  const refused = await partner.api.post('/leads', { phone: nextPhone.mobile() });
  expect(refused.error.code).toBe('pipeline_not_configured');
  expect((await list()).data[0]).toMatchObject({
    id: partner.accountId,
    type: 'pipeline.not_configured',
    message: expect.stringContaining('não tem um funil padrão') as string,
  });
  expect((await partner.owner.post(`/notifications/${partner.accountId}/read`)).status).toBe(200);
});

describe('marking all as read', () => {
  const readAll = (owner = partner.owner) => owner.post('/notifications/read');

  it('leaves nothing unread but a warning, and what was read before keeps its moment', async () => {
    const other = await test.partner();
    for (let i = 0; i < 3; i++) await partner.withKey('leads:read');
    const [newest] = (await list()).data;
    const { data: read } = await partner.owner.post<NotificationView>(`/notifications/${newest?.id}/read`);
    await partner.sql('update stages set is_entry = false where account_id = $1');
    expect((await readAll()).status).toBe(204);
    const answer = await list();
    expect(answer.data.filter((one) => one.read_at === null)).toMatchObject([{ type: 'pipeline.not_configured' }]);
    expect(answer.data.find(({ id }) => id === newest?.id)).toEqual(read);
    expect([unreadOf(answer), unreadOf(await list('', other.owner))]).toEqual([1, 1]);
    expect((await readAll()).status).toBe(204);
  });

  it('takes some at a time, however many there are; more than 1,000 are not counted', async () => {
    await partner.sql(
      `insert into notifications (account_id, id, type, message, subject_id, created_at)
       select $1, gen_random_uuid(), 'automation.notice', 'x', gen_random_uuid(), now() from generate_series(1, 2500)`,
    );
    expect(unreadOf(await list())).toBe(1_000);
    const { statements } = await watchTraffic(() => readAll());
    expect(statements.filter(({ name }) => name === 'mark_notifications_read')).toHaveLength(3);
    expect(unreadOf(await list())).toBe(0);
    expect(await partner.sql('select 1 from notifications where account_id = $1 and read_at is null')).toEqual([]);
  });

  it('can be done by several at once, beside single ones', async () => {
    for (let i = 0; i < 4; i++) await partner.withKey('leads:read');
    const ids = (await list()).data.map(({ id }) => id);
    const before = await deadlocks();
    const answers = await Promise.all([
      ...ids.map((id) => partner.owner.post(`/notifications/${id}/read`)),
      ...Array.from({ length: 4 }, () => readAll()),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 204]));
    expect([unreadOf(await list()), await deadlocks()]).toEqual([0, before]);
  });
});

describe('an entry of an automation', () => {
  const stage = forEachTest(() => partner.stages());
  const { addRule, runAfter, reminders } = automationCalls(test, partner, stage);
  const run = () => runAfter(1.01);
  const remind = (name = 'Novo') => addRule({ type: 'notify' }, 1, name);

  it('has its lead with the present name, and no other entry has a lead', async () => {
    const { id } = await submit();
    await remind();
    await run();
    const message = `O lead ${id} está há 1 dia sem movimento na etapa “Novo”.`;
    expect(await reminders()).toMatchObject([{ message, lead: { id, name: null } }]);
    await partner.api.patch(`/leads/${id}`, { name: 'Ana' });
    const [entry] = await reminders();
    expect(entry).toMatchObject({ message, lead: { id, name: 'Ana' } });
    const read = (await partner.owner.post<NotificationView>(`/notifications/${entry?.id}/read`)).data;
    expect(read).toEqual({ ...entry, read_at: expect.any(String) as string });
    expect((await list()).data.filter((one) => 'lead' in one)).toHaveLength(1);
    expect((await list()).data.length).toBeGreaterThan(1);
    await erase(id);
    expect(await reminders()).toMatchObject([{ message, lead: { id, name: null } }]);
  });

  it('after a merge has the lead that stayed', async () => {
    const lead = await submit({ name: 'Ana' });
    await remind();
    await run();
    const middle = await duplicate(lead.phone, { name: 'Bia' });
    const last = await duplicate(lead.phone, { name: 'Caio' });
    await merge(lead.id, middle.id);
    expect(await reminders()).toMatchObject([{ lead: { id: middle.id, name: 'Bia' } }]);
    await merge(middle.id, last.id);
    const [entry] = await reminders();
    expect(entry?.lead).toEqual({ id: last.id, name: 'Caio' });
    expect(entry?.message).toContain(lead.id);
  });

  it('can be read at the same time as all others, while its lead is merged', async () => {
    const before = await deadlocks();
    for (let round = 0; round < ROUNDS; round++) {
      const lead = await submit();
      const other = await duplicate(lead.phone);
      // On the disk they lie in another order than by id.
      await partner.sql(
        `insert into notifications (account_id, id, type, message, subject_id, lead_id, created_at)
         select $1, gen_random_uuid(), 'automation.notice', 'x', gen_random_uuid(), $2, now() from generate_series(1, 400)`,
        lead.id,
      );
      const readAll = () => partner.owner.post('/notifications/read');
      const answers = await Promise.all([merge(lead.id, other.id), readAll(), readAll()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 204, 204]);
    }
    expect(await deadlocks()).toBe(before);
  });

  it('has the lead that stays, whether the run or the merge comes first', async () => {
    const stays: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const lead = await submit();
      const other = await duplicate(lead.phone);
      await remind();
      const [, merged] = await race(round, run, () => merge(lead.id, other.id));
      expect(merged.status).toBe(200);
      stays.push(other.id);
    }
    await run();
    expect(new Set((await reminders()).map(({ lead }) => lead?.id))).toEqual(new Set(stays));
  });
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
