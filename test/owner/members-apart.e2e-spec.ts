import type { LeadDetail, OwnerLead } from '../../src/contract/lead';
import { HeavyCalls } from '../../src/auth/access/heavy-calls';
import { MAX_STREAMS_OF_MEMBER } from '../../src/events/event-streams';
import { appForAllTests } from '../support/app';
import { EventStream } from '../support/event-stream';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { forAllTests } from '../support/setup';
import { beginUpload } from '../support/held-answers';
import { until } from '../support/waiting';

/** One member neither holds the others up, nor learns of their leads, nor leaves a wrong history. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { join, ownerOf } = memberCalls(test);
const { nextPhone, duplicate, merge } = leadCalls(test, partner);

const headersOf = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

it('a member’s heavy calls leave a turn to the others', async () => {
  const manager = await join(partner, 'manager');
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  const uploads = times(4, () => beginUpload(`${test.url}/admin/v1/imports/preview`, headersOf(manager)));
  await until(() => test.app.get(HeavyCalls).isBusy(partner.accountId, manager.id));
  const statuses = await Promise.all(times(4, () => partner.owner.get(`/pipelines/${pipeline?.id}/board`)));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const ends = await Promise.all(uploads.map((upload) => upload.finish('telefone\n(11) 98765-4321\n')));
  expect(ends).toEqual([200, 200, 200, 200]);
});

it('a member’s streams end their own only', async () => {
  const [seller, colleague] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const open = (member: { token: string }) => EventStream.open(test.url, headersOf(member));
  const others = await Promise.all(times(MAX_STREAMS_OF_MEMBER, () => open(colleague)));
  const own = await Promise.all(times(MAX_STREAMS_OF_MEMBER + 3, () => open(seller)));
  await until(() => own.filter(({ hasEnded }) => hasEnded).length === 3);
  expect(others.filter(({ hasEnded }) => hasEnded)).toEqual([]);
  for (const { response } of [...own, ...others]) response.destroy();
});

it('a cursor of a seller who sees own leads only shows no id', async () => {
  const account = await test.partner();
  const owner = await ownerOf(account);
  const stage = await account.stages();
  await owner.patch('/account', { sellers_see: 'own' });
  const seller = await join(account, 'seller');
  for (const name of ['Ana', 'Bia', 'Caio']) {
    const deals = [{ stage_id: stage.Novo }];
    const lead = (await owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile(), name, deals })).data;
    await owner.post('/appointments', { lead_id: lead.id, starts_at: '2026-03-01T12:00:00Z', attended: false });
    await account.sql(
      `insert into notifications (account_id, id, type, subject_id, message, lead_id, created_at)
       values ($1, gen_random_uuid(), 'automation.notice', $2, 'm', $2, now())`,
      lead.id,
    );
  }
  const [pipeline] = (await owner.get<{ id: string }[]>('/pipelines')).data;
  const board = await seller.api.get<{ stages: { next_cursor: string | null }[] }>(
    `/pipelines/${pipeline?.id}/board?limit=1`,
  );
  const lists = ['/leads', '/leads?order=changed', '/appointments', '/notifications'].map((path) => {
    const paged = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
    return seller.api.get<object[]>(paged).then(({ body }) => (body as { next_cursor: string | null }).next_cursor);
  });
  const cursors = [
    ...(await Promise.all(lists)),
    board.data.stages.find(({ next_cursor }) => next_cursor)?.next_cursor,
  ];
  for (const cursor of cursors) {
    expect(cursor).toEqual(expect.any(String));
    expect(Buffer.from(cursor ?? '', 'base64url').toString('latin1')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|2026-/);
  }
});

it.each([
  ['stays', 0, 1, 0],
  ['stays where the other lead was nobody’s', 0, null, 0],
  ['comes from the other lead where it was nobody’s', null, 1, 1],
] as const)(
  'the history of a merged lead ends with who has it: who was responsible %s',
  async (_, kept, other, expected) => {
    const team = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')] as const;
    const idOf = (n: 0 | 1 | null) => (n === null ? null : team[n].id);
    const phone = nextPhone.mobile();
    const survivor = (await partner.owner.post<OwnerLead>('/leads', { phone })).data;
    const merged = await duplicate(phone, {});
    for (const [lead, to] of [
      [survivor, kept],
      [merged, other],
    ] as const) {
      for (const id of [team[0].id, null, idOf(to)])
        await partner.owner.patch(`/leads/${lead.id}`, { responsible_id: id });
    }
    expect((await merge(merged.id, survivor.id)).status).toBe(200);
    const detail = (await partner.owner.get<LeadDetail>(`/leads/${survivor.id}`)).data;
    const [last] = await partner.sql<{ to: string | null }>(
      `select to_member_id as "to" from lead_assignments where account_id = $1 and lead_id = $2 order by assigned_at desc, id desc limit 1`,
      survivor.id,
    );
    expect([detail.responsible?.id, last?.to]).toEqual([idOf(expected), idOf(expected)]);
  },
);
