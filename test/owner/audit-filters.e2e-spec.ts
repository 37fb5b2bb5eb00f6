import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '../../src/contract/audit';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { RANDOM_ID, appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { forAllTests, forEachTest } from '../support/setup';

/** What people change in an account besides leads, and the filters of the trail. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stranger = forAllTests(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, pair, merge, erase } = leadCalls(test, partner);
const { join } = memberCalls(test);

const page = (query: string, owner = partner.owner) => owner.get<AuditEntry[]>(`/audit?${query}`);
const trail = async (query = '') => (await page(`limit=100&${query}`)).data;
const about = async (...actions: AuditAction[]) =>
  (await trail())
    .filter(({ action }) => actions.includes(action))
    .map(({ action, subject, details }) => ({ action, subject, details }));
const pipelineOf = async () => (await partner.owner.get<OwnerPipelineView[]>('/pipelines')).data[0]?.id ?? '';
const dealOf = ({ deals }: { deals: readonly { id: string }[] }) => deals[0]?.id ?? '';
const setValue = (lead: { deals: readonly { id: string }[] }, value: number, api = partner.owner) =>
  api.patch(`/deals/${dealOf(lead)}`, { value });

it('pipelines and stages: what was made, changed by its fields and figures, and removed', async () => {
  const made = await partner.owner.post<OwnerPipelineView>('/pipelines', {
    name: 'canario-funil',
    stages: [{ name: 'canario-novo', is_entry: true }],
  });
  const pipeline = { type: 'pipeline', id: made.data.id };
  const path = `/pipelines/${pipeline.id}`;
  for (const name of ['canario-outro', 'canario-outro']) await partner.owner.patch(path, { name, is_default: false });
  const added = await partner.owner.post<{ id: string }>(`${path}/stages`, { name: 'canario-etapa', value: 10 });
  const subject = { type: 'stage', id: added.data.id };
  for (const _ of ['once', 'again']) {
    await partner.owner.patch(`/stages/${subject.id}`, { name: 'canario-fim', position: 1, is_won: true, value: 20.5 });
  }
  await partner.owner.delete(`/stages/${subject.id}`);
  await partner.owner.delete(path);
  const kinds = AUDIT_ACTIONS.filter((action) => /^(pipeline|stage)\./.test(action));
  expect((await about(...kinds)).reverse()).toEqual([
    { action: 'pipeline.created', subject: pipeline, details: null },
    { action: 'pipeline.changed', subject: pipeline, details: { fields: ['name'] } },
    { action: 'stage.created', subject, details: null },
    {
      action: 'stage.changed',
      subject,
      details: { fields: ['name', 'order', 'is_won', 'value'], value: { before: 10, after: 20.5 } },
    },
    { action: 'stage.deleted', subject, details: null },
    { action: 'pipeline.deleted', subject: pipeline, details: null },
  ]);
  expect(JSON.stringify(await trail())).not.toContain('canario');
});

it('a rota and the reasons of a loss: members by their ids, reasons by their number', async () => {
  const [one, other] = [await join(partner, 'seller'), await join(partner, 'seller')];
  const id = await pipelineOf();
  for (const rota of [[one.id], [one.id, other.id], [other.id, one.id], []]) {
    await partner.owner.patch(`/pipelines/${id}`, { rota });
  }
  const both = [one.id, other.id].sort();
  const subject = { type: 'pipeline', id };
  expect((await about('rota.changed', 'pipeline.changed')).reverse()).toEqual(
    [
      { before: [], after: [one.id] },
      { before: [one.id], after: both },
      { before: both, after: [] },
    ].map((members) => ({ action: 'rota.changed', subject, details: { members } })),
  );
  const loss_reasons = ['canario-caro', 'canario-sumiu'];
  for (const _ of ['once', 'again']) await partner.owner.patch('/account', { loss_reasons });
  await partner.owner.patch('/account', { loss_reasons: ['canario-caro'], idle_days: 9 });
  const account = { type: 'account', id: partner.accountId };
  const counts = [
    { before: 0, after: 2 },
    { before: 2, after: 1 },
  ];
  expect((await about('loss_reasons.changed')).reverse()).toEqual(
    counts.map((count) => ({ action: 'loss_reasons.changed', subject: account, details: { count } })),
  );
  expect(await about('account.changed')).toEqual([{ action: 'account.changed', subject: account, details: null }]);
  expect(JSON.stringify(await trail())).not.toContain('canario');
});

it('a change of several leads: what changed of how many, and nothing where none changed', async () => {
  const leads = [await submit(), await submit()];
  const lead_ids = [...leads.map(({ id }) => id), RANDOM_ID];
  for (const _ of ['once', 'again']) await partner.owner.post('/leads/bulk', { lead_ids, add_tags: ['canario'] });
  await partner.owner.post('/leads/bulk', { lead_ids, stage_id: stage.Agendado });
  await partner.owner.post('/leads/bulk', { lead_ids: lead_ids.slice(0, 1), responsible_id: null });
  expect((await about('leads.bulk_changed')).reverse()).toEqual([
    { action: 'leads.bulk_changed', subject: null, details: { bulk: { change: 'add_tags', leads: 3 } } },
    {
      action: 'leads.bulk_changed',
      subject: null,
      details: { bulk: { change: 'stage_id', stage_id: stage.Agendado, leads: 3 } },
    },
  ]);
  expect(JSON.stringify(await trail())).not.toContain('canario');
});

it('what is refused, or fails, leaves no entry', async () => {
  const before = await trail();
  const id = await pipelineOf();
  const answers = [
    await partner.owner.patch(`/pipelines/${RANDOM_ID}`, { name: 'x' }),
    await partner.owner.patch(`/pipelines/${id}`, { rota: [RANDOM_ID] }),
    await partner.owner.patch(`/stages/${stage.Novo}`, { is_entry: false }),
    await partner.owner.delete(`/pipelines/${id}`),
    await partner.owner.delete(`/stages/${stage.Novo}`),
    await partner.owner.post(`/pipelines/${id}/stages`, { name: 'x', position: 99 }),
  ];
  for (const { status } of answers) expect([404, 409, 422]).toContain(status);
  expect(await trail()).toEqual(before);
});

it('a merged lead is found by itself and by the lead that stays, under whose id it is shown', async () => {
  const [stays, merged] = await pair({ deal: {} }, { deals: [{ stage_id: stage.Novo, value: 1 }] });
  await setValue(merged, 2);
  await merge(merged.id, stays.id);
  await setValue(stays, 3);
  const [entry] = await trail('action=lead.merged');
  expect(entry).toMatchObject({
    subject: { type: 'lead', id: merged.id },
    lead_id: stays.id,
    details: { merged_into: stays.id },
  });
  for (const id of [stays.id, merged.id, stays.id.toUpperCase()]) {
    const found = await trail(`lead_id=${id}`);
    expect(found.map(({ action, lead_id }) => [action, lead_id])).toEqual([
      ['deal.value_changed', stays.id],
      ['lead.merged', stays.id],
      ['deal.value_changed', stays.id],
    ]);
  }
  await erase(stays.id);
  expect((await trail(`lead_id=${merged.id}`)).map(({ action }) => action)).toContain('person.erased');
  expect(await trail(`lead_id=${(await submit()).id}`)).toEqual([]);
  expect((await page(`lead_id=${stays.id}`, stranger.owner)).data).toEqual([]);
});

it('a changed and a deleted activity are found by their lead', async () => {
  const { id } = await submit();
  const note = { type: 'note', text: 'canario-nota' };
  const activity = (await partner.owner.post<{ id: string }>(`/leads/${id}/activities`, note)).data;
  await partner.owner.patch(`/activities/${activity.id}`, { text: 'canario-outra' });
  await partner.owner.delete(`/activities/${activity.id}`);
  const subject = { type: 'activity', id: activity.id };
  expect(await trail(`lead_id=${id}`)).toMatchObject([
    { action: 'activity.deleted', subject, lead_id: id },
    { action: 'activity.changed', subject, lead_id: id },
  ]);
});

describe('the filters', () => {
  it('together leave what all of them leave, page by page and in the file', async () => {
    const [one, other] = [await join(partner, 'seller'), await join(partner, 'manager')];
    const [lead, second] = [await submit({ deal: {} }), await submit({ deal: {} })];
    for (const n of times(3, (index) => index)) {
      for (const [index, api] of [one.api, other.api, partner.owner].entries())
        await setValue(lead, 10 * n + index, api);
      await setValue(second, n + 1, one.api);
      await other.api.get(`/leads/${lead.id}/export`);
    }
    const all = await trail();
    const queries: readonly [query: string, isLeft: (entry: AuditEntry) => boolean][] = [
      [`person=${one.id}`, ({ actor }) => actor.id === one.id],
      ['person=operator', ({ actor }) => actor.type === 'operator'],
      ['action=deal.value_changed', ({ action }) => action === 'deal.value_changed'],
      [`lead_id=${lead.id}`, ({ lead_id }) => lead_id === lead.id],
    ];
    for (const [first, isFirst] of queries) {
      for (const [next, isNext] of queries.filter(([query]) => query.split('=')[0] !== first.split('=')[0])) {
        const wanted = all.filter((entry) => isFirst(entry) && isNext(entry)).map(({ id }) => id);
        expect(await pagesOf(`${first}&${next}`)).toEqual(wanted);
      }
      const wanted = all.filter(isFirst).map(({ id }) => id);
      expect(wanted.length).toBeGreaterThan(1);
      expect(await pagesOf(first)).toEqual(wanted);
      const file = await partner.owner.get(`/audit/export.csv?${first}`);
      expect(
        file.text
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(';')[7]),
      ).toEqual(wanted);
    }
  });

  it('names a bad one, and keeps a cursor to its list', async () => {
    const { status, fields } = await page('action=deal.sold&person=&lead_id=');
    expect([status, fields.sort()]).toEqual([422, ['action', 'lead_id', 'person']]);
    expect((await partner.owner.get('/audit/export.csv?action=x')).fields).toEqual(['action']);
    for (const query of ['person=x', `person=${RANDOM_ID}`, 'lead_id=x']) expect(await trail(query)).toEqual([]);
    for (const n of [1, 2]) await setValue(await submit({ deal: {} }), n);
    const { next_cursor } = (await page('limit=1&action=deal.value_changed')).body;
    expect(next_cursor).toEqual(expect.any(String));
    expect((await page(`limit=1&action=lead.merged&cursor=${next_cursor}`)).fields).toEqual(['cursor']);
  });

  const pagesOf = async (query: string): Promise<string[]> =>
    (await partner.owner.pages<AuditEntry>(`/audit?limit=2&${query}`)).flat().map(({ id }) => id);
});
