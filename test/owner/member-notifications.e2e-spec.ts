import { randomUUID } from 'node:crypto';
import { notify } from '../../src/accounts/notifications';
import { SEARCHED_NOTIFICATIONS } from '../../src/contract/limits';
import type { NotificationType, NotificationView, WARNING_TYPE } from '../../src/contract/notification';
import { Database } from '../../src/database/database';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls } from '../support/lead-calls';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { forEachTest } from '../support/setup';
import { watchTraffic } from '../support/traffic';

/** The list of notifications of each member: what they see, and what they have read. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { submit, duplicate, merge, erase } = leadCalls(test, partner);
const { join, ownerOf } = memberCalls(test);

type Caller = Pick<SignedIn, 'api'>;

const pageOf = async ({ api }: Caller, query = '') => {
  const { status, body } = await api.get<NotificationView[]>(`/notifications${query}`);
  return { status, ...(body as { data: NotificationView[]; next_cursor: string | null; unread: number }) };
};
const typesOf = async (caller: Caller) => (await pageOf(caller)).data.map(({ type }) => type);
const unreadOf = async (caller: Caller) => (await pageOf(caller)).unread;
const leadsOf = async (caller: Caller) => (await pageOf(caller)).data.flatMap(({ lead }) => (lead ? [lead.id] : []));
const read = ({ api }: Caller, id = '') => api.post<NotificationView>(`/notifications/${id}/read`);
const readAll = ({ api }: Caller) => api.post('/notifications/read');

/** Writes an entry, and returns its id. */
const write = async (
  type: Exclude<NotificationType, typeof WARNING_TYPE>,
  leadId: string | null = null,
): Promise<string> => {
  const query = notify(partner.accountId, type, randomUUID(), 'Olá', leadId);
  await test.app.get(Database).transaction('', (tx) => tx.send(query));
  return query.changes?.[0]?.id ?? '';
};
const remind = (leadId: string | null) => write('automation.notice', leadId);

/** Writes many entries without a lead at once, with ids as they have at this moment. */
const writeMany = (type: string, count: number) =>
  partner.sql(
    `insert into notifications (account_id, id, type, message, subject_id, created_at)
     select $1, (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
                 || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
            $2, 'x', gen_random_uuid(), now() from generate_series(1, $3::int) n`,
    type,
    count,
  );

const assign = async (leadId: string, { id }: { id: string | null }) => {
  expect((await partner.owner.patch(`/leads/${leadId}`, { responsible_id: id })).status).toBe(200);
};
const showOwnOnly = () => partner.owner.patch('/account', { sellers_see: 'own' });
const breakEntryStage = () => partner.sql('update stages set is_entry = false where account_id = $1');

/** A lead of the seller, one of a colleague, and one of nobody. */
async function threeLeads(seller: SignedIn) {
  const colleague = await join(partner, 'seller', 'Carla');
  const [own, foreign, free] = [(await submit()).id, (await submit()).id, (await submit()).id];
  await assign(own, seller);
  await assign(foreign, colleague);
  return { own, foreign, free, colleague };
}

describe('what a member sees', () => {
  it.each([
    ['manager', ['pipeline.not_configured', 'automation.notice', 'submission.held']],
    ['seller', ['automation.notice']],
  ] as const)('a %s: of all types %j', async (role, types) => {
    const member = await join(partner, role);
    for (const type of ['submission.held', 'api_key.revoked', 'automation.notice'] as const) await write(type);
    await breakEntryStage();
    expect(await typesOf(member)).toEqual(types);
    expect(await unreadOf(member)).toBe(types.length);
    const all = ['pipeline.not_configured', 'automation.notice', 'api_key.revoked'];
    expect((await typesOf({ api: partner.owner })).slice(0, 3)).toEqual(all);
  });

  it('a seller who sees all leads: the notices of all; one who sees their own: those of own and unassigned leads', async () => {
    const seller = await join(partner, 'seller');
    const { own, foreign, free } = await threeLeads(seller);
    for (const id of [own, foreign, free]) await remind(id);
    await remind(null);
    expect(await leadsOf(seller)).toEqual([free, foreign, own]);
    expect(await unreadOf(seller)).toBe(4);
    await showOwnOnly();
    expect(await leadsOf(seller)).toEqual([free, own]);
    expect(await unreadOf(seller)).toBe(2);
    const manager = await join(partner, 'manager');
    expect(await leadsOf(manager)).toEqual([free, foreign, own]);
  });

  it('an entry of another lead, of a key, and of nothing are all not found', async () => {
    const [seller, manager] = [await join(partner, 'seller'), await join(partner, 'manager')];
    const { foreign } = await threeLeads(seller);
    await showOwnOnly();
    const [notice, held, key] = [await remind(foreign), await write('submission.held'), await write('api_key.revoked')];
    for (const id of [notice, held, key, randomUUID()]) expect((await read(seller, id)).status).toBe(404);
    for (const id of [key, randomUUID()]) expect((await read(manager, id)).status).toBe(404);
    for (const id of [notice, held]) expect((await read(manager, id)).status).toBe(200);
    await readAll(seller);
    const marks = await partner.sql(
      'select 1 from notification_reads where account_id = $1 and member_id = $2',
      seller.id,
    );
    expect(marks).toEqual([]);
  });

  it('only owner and managers are warned of a pipeline without entry stage', async () => {
    const [seller, manager] = [await join(partner, 'seller'), await join(partner, 'manager')];
    await breakEntryStage();
    const [warning] = (await pageOf(manager)).data;
    expect(warning?.type).toBe('pipeline.not_configured');
    expect((await read(manager, warning?.id)).data).toMatchObject({ read_at: null });
    expect((await read(seller, warning?.id)).status).toBe(404);
    expect(await pageOf(seller)).toMatchObject({ data: [], unread: 0 });
  });

  it('moves with the lead: by a merge, and by an assignment; an erased one leaves its notice without a name', async () => {
    const seller = await join(partner, 'seller');
    const { foreign, own, colleague } = await threeLeads(seller);
    await showOwnOnly();
    const lead = await submit({ name: 'Ana' });
    await assign(lead.id, seller);
    const other = await duplicate(lead.phone);
    await assign(other.id, colleague);
    await remind(lead.id);
    expect([await leadsOf(seller), await leadsOf(colleague)]).toEqual([[lead.id], []]);
    await merge(lead.id, other.id);
    expect([await leadsOf(seller), await leadsOf(colleague)]).toEqual([[], [other.id]]);
    await remind(foreign);
    await assign(foreign, seller);
    expect(await leadsOf(seller)).toEqual([foreign]);
    await remind(own);
    await erase(own);
    expect((await pageOf(seller)).data[0]?.lead).toEqual({ id: own, name: null });
  });
});

describe('marks', () => {
  it('are each member’s own; the owner and the operator share theirs', async () => {
    const [one, other] = [await join(partner, 'manager'), await join(partner, 'manager', 'Carla')];
    const owner = { api: await ownerOf(partner) };
    await readAll(owner);
    const [first, second] = [await remind(null), await remind(null)];
    const answer = await read(one, first);
    expect(answer.data).toMatchObject({ id: first, read_at: expect.any(String) as string });
    expect((await read(one, first)).data).toEqual(answer.data);
    const operator = { api: partner.owner };
    const unread = async () => [
      await unreadOf(one),
      await unreadOf(other),
      await unreadOf(owner),
      await unreadOf(operator),
    ];
    expect(await unread()).toEqual([1, 2, 2, 2]);
    await read(owner, second);
    expect(await unread()).toEqual([1, 2, 1, 1]);
    await readAll(other);
    expect(await unread()).toEqual([1, 0, 1, 1]);
    await readAll(operator);
    expect(await unread()).toEqual([1, 0, 0, 0]);
    expect((await pageOf(one)).data.map(({ id, read_at }) => [id, read_at !== null])).toEqual([
      [second, false],
      [first, true],
    ]);
  });

  it('entries from before the membership count as read, since its start', async () => {
    await remind(null);
    const member = await join(partner, 'manager');
    await remind(null);
    const page = await pageOf(member);
    expect([page.unread, page.data.map(({ read_at }) => read_at)]).toEqual([1, [null, member.created_at]]);
    const old = page.data[1]?.id;
    expect((await read(member, old)).data.read_at).toBe(member.created_at);
    await readAll(member);
    const marked = await partner.sql('select notification_id as id from notification_reads where account_id = $1');
    expect(marked).toEqual([{ id: page.data[0]?.id }]);
  });

  it('on all are set some at a time, however many there are; more than 1,000 are not counted', async () => {
    const member = await join(partner, 'seller');
    await writeMany('automation.notice', 2_500);
    expect(await unreadOf(member)).toBe(1_000);
    const { statements } = await watchTraffic(() => readAll(member));
    expect(statements.filter(({ name }) => name === 'mark_notifications_read_by')).toHaveLength(3);
    expect(await unreadOf(member)).toBe(0);
    expect(await unreadOf({ api: partner.owner })).toBe(1_000);
  });

  it('of two members who mark at once never touch each other', async () => {
    const members = [await join(partner, 'manager'), await join(partner, 'manager', 'Carla')];
    const idle = await join(partner, 'manager', 'Davi');
    const before = await deadlocks();
    await writeMany('automation.notice', 1_200);
    const single = (await pageOf(idle)).data.slice(0, 8).map(({ id }) => id);
    const [one, other] = members;
    if (!one || !other) throw new Error('two members');
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => readAll(one)),
      ...single.flatMap((id) => [read(one, id), read(other, id)]),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 204]));
    const rows = await partner.sql(
      'select member_id as member, count(*)::int as marks from notification_reads where account_id = $1 group by 1',
    );
    expect(new Set(rows)).toEqual(
      new Set([
        { member: one.id, marks: 1_200 },
        { member: other.id, marks: single.length },
      ]),
    );
    expect([await unreadOf(idle), await deadlocks()]).toEqual([1_000, before]);
    expect(await partner.sql('select 1 from notifications where account_id = $1 and read_at is not null')).toEqual([]);
  });
});

describe('pages', () => {
  it('a cursor of another member, or of the owner, is refused', async () => {
    const [one, other] = [await join(partner, 'manager'), await join(partner, 'manager', 'Carla')];
    for (let n = 0; n < 3; n++) await remind(null);
    const cursorOf = async (caller: Caller) => (await pageOf(caller, '?limit=1')).next_cursor ?? '';
    const [own, owners] = [await cursorOf(one), await cursorOf({ api: partner.owner })];
    expect((await pageOf(one, `?limit=1&cursor=${own}`)).data).toHaveLength(1);
    for (const [caller, cursor] of [
      [other, own],
      [one, owners],
      [{ api: partner.owner }, own],
    ] as const)
      expect((await caller.api.get(`/notifications?cursor=${cursor}`)).status).toBe(422);
  });

  it.each([1, 50])('of %i list each entry that the member sees once, and reach it past many others', async (limit) => {
    const seller = await join(partner, 'seller');
    const { own, foreign, free } = await threeLeads(seller);
    await showOwnOnly();
    const expected = [await remind(own), await remind(free)];
    await remind(foreign);
    await writeMany('submission.held', SEARCHED_NOTIFICATIONS + 10);
    expected.push(await remind(own));
    const pages = await seller.api.pages<NotificationView>(`/notifications?limit=${limit}`);
    expect(pages.flat().map(({ id }) => id)).toEqual(expected.reverse());
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit);
    expect(await unreadOf(seller)).toBe(1);
  });
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
