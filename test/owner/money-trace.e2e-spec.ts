import type { AuditEntry } from '../../src/contract/audit';
import type { OwnerDeal } from '../../src/contract/deal';
import type { OwnerLead } from '../../src/contract/lead';
import type { MemberExport } from '../../src/contract/members/member-export';
import type { TimelineEntry } from '../../src/contract/timeline';
import { runsOf } from '../../src/common/process/jobs';
import { ChangedStagesJob } from '../../src/leads/deals/ended-deals.job';
import { appForAllTests } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { until } from '../support/waiting';

/** A changed value, a corrected and an undone closing: before, after and author in the timeline, figures and ids in the audit trail. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, duplicate, merge, move, erase, exportOf, count } = leadCalls(test, partner);
const { addRule, runAfter } = automationCalls(test, partner, stage);
const { join } = memberCalls(test);

const PAST = '2026-03-02T12:00:00.000Z';
const LATER = '2026-03-05T12:00:00.000Z';

const enter = async (name: string, value: number | null = 1000) => {
  const deals = [{ stage_id: stage[name], value }];
  const { data } = await partner.owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile(), deals });
  return { lead: data, deal: data.deals[0] as OwnerDeal };
};
const put = (deal: OwnerDeal, name: string, body: object = {}, api = partner.owner) =>
  api.put<OwnerDeal>(`/deals/${deal.id}/stage`, { stage_id: stage[name], ...body });
const setValue = (deal: OwnerDeal, value: number | null, api = partner.owner) =>
  api.patch<OwnerDeal>(`/deals/${deal.id}`, { value });

const entriesOf = async (lead: { id: string }, ...types: string[]) =>
  (await partner.owner.get<TimelineEntry[]>(`/leads/${lead.id}/timeline?limit=100`)).data.filter(({ type }) =>
    types.includes(type),
  );
const values = async (lead: { id: string }) => (await entriesOf(lead, 'value')).map(({ value }) => value);
const closings = async (lead: { id: string }) => (await entriesOf(lead, 'closing')).map(({ closing }) => closing);
const trail = async (prefix = 'deal.') =>
  (await partner.owner.get<AuditEntry[]>('/audit?limit=100')).data.filter(({ action }) => action.startsWith(prefix));

const won = (closed_value: number | null, closed_at: string) => ({ is_won: true, closed_value, closed_at });
const sale = (closed_value: number | null, closed_at: string) => ({
  ...won(closed_value, closed_at),
  lost_reason: null,
});
const lost = (lost_reason: string | null, closed_at: string) => ({
  is_won: false,
  closed_value: null,
  closed_at,
  lost_reason,
});

it('a changed value has before, after and its author, and none without a change', async () => {
  const seller = await join(partner, 'seller');
  const { lead, deal } = await enter('Novo');
  await setValue(deal, 900.456, seller.api);
  await setValue(deal, 900.46, seller.api);
  await setValue(deal, null);
  const ofDeal = { deal_id: deal.id, changed_by: 'staff', key_id: null };
  expect(await values(lead)).toEqual([
    { ...ofDeal, before: 900.46, after: null, member: null },
    { ...ofDeal, before: 1000, after: 900.46, member: { id: seller.id, name: expect.any(String) as string } },
  ]);
  const subject = { type: 'deal', id: deal.id };
  expect(await trail()).toMatchObject([
    {
      action: 'deal.value_changed',
      actor: { type: 'operator', id: null },
      details: { value: { before: 900.46, after: null } },
    },
    {
      action: 'deal.value_changed',
      actor: { type: 'member', id: seller.id },
      subject,
      lead_id: lead.id,
      details: { value: { before: 1000, after: 900.46 } },
    },
  ]);
});

it('a corrected sale has its value and moment before and after', async () => {
  const { lead, deal } = await enter('Novo');
  await put(deal, 'Ganho', { closed_at: PAST });
  expect(await closings(lead)).toEqual([]);
  await put(deal, 'Ganho', { closed_value: 800 });
  await put(deal, 'Ganho', { closed_value: 800 });
  await put(deal, 'Ganho', { closed_at: LATER });
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  const paid = { name: 'Pago', is_won: true };
  stage.Pago = (await partner.owner.post<{ id: string }>(`/pipelines/${pipeline?.id}/stages`, paid)).data.id;
  await put(deal, 'Pago');
  expect(await closings(lead)).toMatchObject([
    { deal_id: deal.id, before: sale(800, PAST), after: sale(800, LATER), changed_by: 'staff', member: null },
    { deal_id: deal.id, before: sale(1000, PAST), after: sale(800, PAST) },
  ]);
  const [, first] = await trail();
  expect(first).toMatchObject({
    action: 'deal.closing_corrected',
    details: { closing: { before: won(1000, PAST), after: won(800, PAST), reason_changed: false } },
  });
});

it('a corrected reason of a loss is in the timeline; the trail says that it changed, not how', async () => {
  const { lead, deal } = await enter('Novo');
  await put(deal, 'Perdido', { reason: 'canario-caro', closed_at: PAST });
  await put(deal, 'Perdido', { reason: 'canario-sumiu' });
  expect(await closings(lead)).toMatchObject([
    { before: lost('canario-caro', PAST), after: lost('canario-sumiu', PAST) },
  ]);
  expect(await trail()).toMatchObject([{ details: { closing: { reason_changed: true } } }]);
  const [row] = await partner.sql<{ text: string }>(
    `select string_agg(a::text, ' ') as text from audit_entries a where account_id = $1`,
  );
  expect(row?.text).not.toContain('canario');
});

it('an undone closing has what it was, whoever moves the deal and wherever it goes', async () => {
  const seller = await join(partner, 'seller');
  const { lead, deal } = await enter('Novo');
  await put(deal, 'Ganho', { closed_at: PAST });
  await put(deal, 'Novo', {}, seller.api);
  await put(deal, 'Ganho', { undo: true });
  await put(deal, 'Perdido', { reason: 'caro', closed_at: LATER });
  expect(await closings(lead)).toMatchObject([
    { before: sale(1000, PAST), after: lost('caro', LATER) },
    { before: sale(1000, PAST), after: null, member: { id: seller.id } },
  ]);
  await partner.owner.post('/leads/bulk', { lead_ids: [lead.id], stage_id: stage.Novo });
  expect((await closings(lead))[0]).toMatchObject({ before: lost('caro', LATER), after: null });
  expect((await trail()).map(({ action }) => action)).toEqual(Array(3).fill('deal.closing_undone'));
});

it('a key that reopens a lost deal, a rule and a stage of another kind are in the timeline alone', async () => {
  const [one, other, third] = [await enter('Perdido'), await enter('Perdido'), await enter('Ganho')];
  await move(one.lead.id, { stage_id: stage['Em contato'] });
  expect(await closings(one.lead)).toMatchObject([{ changed_by: 'api', key_id: partner.keyId, after: null }]);
  await addRule({ type: 'move', stage_id: stage.Novo ?? '' }, 1, 'Perdido');
  await runAfter(1.01);
  expect(await closings(other.lead)).toMatchObject([{ changed_by: 'automation', key_id: null, after: null }]);
  await partner.owner.patch(`/stages/${stage.Ganho}`, { is_won: false, is_lost: true });
  await until(async () => (await closings(third.lead)).length > 0);
  await partner.owner.patch(`/stages/${stage.Ganho}`, { is_lost: false });
  await until(async () => (await closings(third.lead)).length > 1);
  await runsOf(test.app.get(ChangedStagesJob)).begin();
  const [last, first] = await closings(third.lead);
  expect(first).toMatchObject({
    changed_by: 'stage',
    before: { is_won: true, closed_value: 1000 },
    after: { is_won: false },
  });
  expect(last).toMatchObject({ changed_by: 'stage', before: first?.after, after: null, member: null });
  expect(await trail()).toEqual([]);
});

it('of twenty values at once, each begins where the one before it ended', async () => {
  const { lead, deal } = await enter('Novo', 0);
  const answers = await Promise.all(times(20, (n) => setValue(deal, n + 1)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const chain = (await values(lead)).reverse().map((value) => [value?.before, value?.after]);
  expect(chain).toHaveLength(20);
  expect(chain.map(([before]) => before)).toEqual([0, ...chain.slice(0, -1).map(([, after]) => after)]);
  expect(await count('audit_entries', `action = 'deal.value_changed'`)).toBe(20);
  const [{ value } = {}] = await partner.sql<{ value: string }>('select value from deals where account_id = $1');
  expect(Number(value)).toBe(chain.at(-1)?.[1]);
});

it('without its trace a value stays as it is', async () => {
  const { lead, deal } = await enter('Novo');
  for (const table of ['deal_changes', 'audit_entries']) {
    await test.sql(
      `alter table ${table} add constraint refused check (account_id <> '${partner.accountId}') not valid`,
    );
    expect((await setValue(deal, 7)).status).toBe(500);
    await test.sql(`alter table ${table} drop constraint refused`);
  }
  expect(await values(lead)).toEqual([]);
  expect(await count('deals', 'value = 1000')).toBe(1);
});

it('follows the lead that stays, is exported with the person and the member, and loses its texts with them', async () => {
  const seller = await join(partner, 'seller');
  const { lead, deal } = await enter('Novo');
  await setValue(deal, 5, seller.api);
  await put(deal, 'Perdido', { reason: 'canario-caro', closed_at: PAST });
  await put(deal, 'Novo', {}, seller.api);
  const stays = await duplicate(lead.phone);
  await merge(lead.id, stays.id);
  expect([await values(stays), await closings(stays)].map(({ length }) => length)).toEqual([1, 1]);
  const { data } = await exportOf(stays.id);
  expect(data.deal_changes).toMatchObject([
    { lead_id: stays.id, field: 'value', before: 1000, after: 5, member_id: seller.id, changed_by: 'staff' },
    { field: 'closing', before: { is_won: false, closed_at: PAST }, before_reason: 'canario-caro', after: null },
  ]);
  const { data: held } = await partner.owner.get<MemberExport>(`/members/${seller.id}/export`);
  expect(held.deal_changes.count).toBe(2);
  expect(held.deal_changes.newest.map(({ field }) => field)).toEqual(['closing', 'value']);
  await erase(stays.id);
  expect(await count('deal_changes', 'before_reason is not null or after_reason is not null')).toBe(0);
  expect(await count('deal_changes', 'before is not null')).toBe(2);
});
