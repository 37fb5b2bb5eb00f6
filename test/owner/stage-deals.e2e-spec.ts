import type { AuditEntry } from '../../src/contract/audit';
import type { Today } from '../../src/contract/day/today';
import type { MovedStage, OwnerDeal } from '../../src/contract/deal';
import type { OwnerLead } from '../../src/contract/lead';
import { MAX_BULK_LEADS } from '../../src/contract/limits';
import type { TimelineEntry } from '../../src/contract/timeline';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls } from '../support/lead-calls';
import { WRONG_LIST_ENTRIES } from '../support/list-entries';
import { addLeads } from '../support/many-leads';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

/** POST /stages/{id}/move-deals, and the deletion of the stage after it. */

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, staffLead, pair, detail, erase, move, count } = leadCalls(test, partner);
const { join } = memberCalls(test);

const pipelineId = async () => (await partner.owner.get<{ id: string }[]>('/pipelines')).data[0]?.id ?? '';
const added = async (body: object) =>
  (await partner.owner.post<{ id: string }>(`/pipelines/${await pipelineId()}/stages`, body)).data.id;
const moveDeals = (from: string, to: string | undefined, api = partner.owner) =>
  api.post<MovedStage>(`/stages/${stage[from]}/move-deals`, { to_stage_id: to });
const remove = (name: string) => partner.owner.delete(`/stages/${stage[name]}`);
const stagesOf = async (id: string) => (await detail(id)).deals.map(({ stage_id }) => stage_id);
const wrongEntries = () => test.sql(WRONG_LIST_ENTRIES, [[partner.accountId]]);
const inContact = () => submit({ deal: { stage_id: stage['Em contato'], value: 80 } });
const endingOf = ({ closed_value, closed_at, lost_reason, closed_by }: OwnerDeal) => [
  closed_value,
  closed_at,
  lost_reason,
  closed_by,
];

it('moves the deals, two of one lead too, as nobody’s work for the leads; then the stage can be deleted', async () => {
  const manager = await join(partner, 'manager', 'Ana');
  const lead = await inContact();
  const two = await staffLead({ deals: [{ stage_id: stage['Em contato'] }] });
  await partner.sql(
    `insert into deals select account_id, gen_random_uuid(), lead_id, pipeline_id, stage_id, copy + 1, value, entered_stage_at, created_at,
       conversation_id, conversation_day, true, handled_at, by_person from deals where account_id = $1 and lead_id = $2`,
    two.id,
  );
  await partner.sql('update deals set shares_conversation = true where account_id = $1 and lead_id = $2', two.id);
  const before = (await partner.owner.get<Today>('/today')).data;
  expect((await remove('Em contato')).error.code).toBe('stage_in_use');
  const moved = await moveDeals('Em contato', stage['Agendado'], manager.api);
  expect([moved.status, moved.data]).toEqual([200, { moved: 3, has_more: false }]);
  expect((await remove('Em contato')).status).toBe(200);
  expect(await stagesOf(lead.id)).toEqual([stage['Agendado']]);
  expect(await stagesOf(two.id)).toEqual([stage['Agendado'], stage['Agendado']]);
  const after = (await partner.owner.get<Today>('/today')).data;
  expect([after.new.count, after.returned.count]).toEqual([before.new.count, before.returned.count]);
  const shown = await detail(lead.id);
  expect(shown.updated_at > lead.updated_at).toBe(true);
  expect((shown.deals[0]?.entered_stage_at ?? '') > lead.created_at).toBe(true);
  expect(await count('leads', 'contacted_at is not null')).toBe(0);
  expect(await count('leads', 'touched_at > created_at')).toBe(0);
  const timeline = (await partner.owner.get<TimelineEntry[]>(`/leads/${lead.id}/timeline`)).data;
  expect(timeline.find((entry) => entry.move)?.move).toMatchObject({
    from_stage_id: stage['Em contato'],
    to_stage_id: stage['Agendado'],
    moved_by: 'stage',
    member: { id: manager.id },
  });
  expect(await wrongEntries()).toEqual([]);
});

it('writes one entry of the audit trail about all of them, with the stage as its subject', async () => {
  await inContact();
  await inContact();
  await moveDeals('Em contato', stage['Novo']);
  const entries = (await partner.owner.get<AuditEntry[]>('/audit?action=leads.bulk_changed')).data;
  expect(entries).toMatchObject([
    {
      subject: { type: 'stage', id: stage['Em contato'] },
      details: { bulk: { change: 'stage_id', leads: 2, stage_id: stage['Novo'] } },
    },
  ]);
});

it('a deal that has ended stays as it ended', async () => {
  const seller = await join(partner, 'seller', 'Beto');
  const won = await staffLead({ deals: [{ stage_id: stage['Novo'], value: 100 }] });
  await partner.owner.patch(`/leads/${won.id}`, { responsible_id: seller.id });
  const lost = await staffLead({ deals: [{ stage_id: stage['Novo'] }] });
  const end = async ({ deals }: Pick<OwnerLead, 'deals'>, body: object) =>
    (await partner.owner.put<OwnerDeal>(`/deals/${deals[0]?.id}/stage`, body)).data;
  const was = [
    await end(won as OwnerLead, { stage_id: stage['Ganho'], closed_value: 90, closed_at: '2026-03-02T12:00:00.000Z' }),
    await end(lost as OwnerLead, { stage_id: stage['Perdido'], reason: 'caro' }),
  ].map(endingOf);
  const [paid, quit] = [await added({ name: 'Pago', is_won: true }), await added({ name: 'Desistiu', is_lost: true })];
  expect((await moveDeals('Ganho', paid)).data.moved).toBe(1);
  expect((await moveDeals('Perdido', quit)).data.moved).toBe(1);
  for (const name of ['Ganho', 'Perdido']) expect((await remove(name)).status).toBe(200);
  const [one, other] = [await detail(won.id), await detail(lost.id)];
  expect([one, other].flatMap(({ deals }) => deals.map(endingOf))).toEqual(was);
  expect(await count('deal_changes')).toBe(0);
});

it('refuses another kind of stage, another pipeline, itself, and what is not there; nothing moves', async () => {
  const lead = await inContact();
  const other = (
    await partner.owner.post<{ stages: { id: string }[] }>('/pipelines', {
      name: 'Outro',
      stages: [{ name: 'Entrada', is_entry: true }],
    })
  ).data.stages[0]?.id;
  const foreign = await (await test.partner()).stages();
  for (const to of [
    stage['Ganho'],
    stage['Perdido'],
    stage['Em contato'],
    other,
    foreign['Novo'],
    RANDOM_ID,
    'x',
    '',
  ]) {
    const { status, error } = await moveDeals('Em contato', to);
    expect([status, error.details?.fields?.map(({ field }) => field)]).toEqual([422, ['to_stage_id']]);
  }
  expect(
    (await partner.owner.post(`/stages/${foreign['Novo']}/move-deals`, { to_stage_id: stage['Novo'] })).status,
  ).toBe(404);
  expect(await stagesOf(lead.id)).toEqual([stage['Em contato']]);
});

it('refuses first what could not be deleted anyway: the entry of the default pipeline, and the target of a rule', async () => {
  const lead = await submit();
  const held = await inContact();
  expect((await moveDeals('Novo', stage['Agendado'])).error.code).toBe('conflict');
  await partner.owner.post(`/stages/${stage['Novo']}/automations`, {
    idle_days: 1,
    action: { type: 'move', stage_id: stage['Em contato'] },
  });
  expect((await moveDeals('Em contato', stage['Agendado'])).error.code).toBe('conflict');
  expect([await stagesOf(lead.id), await stagesOf(held.id)]).toEqual([[stage['Novo']], [stage['Em contato']]]);
});

it('is not for sellers', async () => {
  const seller = await join(partner, 'seller', 'Beto');
  expect((await moveDeals('Em contato', stage['Novo'], seller.api)).status).toBe(403);
});

it('moves many in calls that each end soon', async () => {
  const id = await pipelineId();
  const place = { accountId: partner.accountId, pipelineId: id, stageId: stage['Em contato'] ?? '' };
  await addLeads(test, place, { count: MAX_BULK_LEADS + 3, since: '2026-01-01T12:00:00Z' });
  expect((await moveDeals('Em contato', stage['Agendado'])).data).toEqual({ moved: MAX_BULK_LEADS, has_more: true });
  expect((await moveDeals('Em contato', stage['Agendado'])).data).toEqual({ moved: 3, has_more: false });
  expect((await moveDeals('Em contato', stage['Agendado'])).data).toEqual({ moved: 0, has_more: false });
  const entries = (await partner.owner.get<AuditEntry[]>('/audit?action=leads.bulk_changed')).data;
  expect(entries.map(({ details }) => details?.bulk?.leads)).toEqual([3, MAX_BULK_LEADS]);
});

it('while others add, move, merge and erase: never an error, no deal is lost, and the stage ends', async () => {
  const leads = await Promise.all(times(12, inContact));
  const [first, second] = await pair({}, { deals: [{ stage_id: stage['Em contato'] }] });
  const answers = await Promise.all(
    [
      ...times(3, () => moveDeals('Em contato', stage['Agendado'])),
      ...times(3, () => remove('Em contato')),
      ...times(6, inContact),
      partner.owner.post(`/leads/${second.id}/merge`, { into: first.id }),
      ...leads.slice(0, 4).map(({ id }) => erase(id)),
      ...leads.slice(2, 8).map(({ id }) => move(id, { stage_id: stage['Novo'] })),
      ...leads.slice(4, 10).map(({ id }) => move(id, { stage_id: stage['Em contato'] })),
      ...leads
        .slice(6, 12)
        .map(({ deals }) => partner.owner.put(`/deals/${deals[0]?.id}/stage`, { stage_id: stage['Ganho'] })),
    ].map((answer) => Promise.resolve(answer).catch(() => undefined)),
  );
  expect(answers.filter((answer) => typeof answer === 'object' && 'status' in answer && answer.status >= 500)).toEqual(
    [],
  );
  for (;;) {
    const { status } = await moveDeals('Em contato', stage['Agendado']);
    if (status === 404) break;
    expect(status).toBe(200);
    await remove('Em contato');
  }
  expect(await count('deals', `stage_id = '${stage['Em contato']}'`)).toBe(0);
  const isWithout = 'not exists (select from deals d where d.account_id = leads.account_id and d.lead_id = leads.id)';
  expect(await count('leads', `erased_at is null and ${isWithout}`)).toBe(0);
  expect(await wrongEntries()).toEqual([]);
  expect(await deadlocks()).toBe(0);
});
