import type { ActivityView } from '../../src/contract/day/activity';
import type { LeadDetail } from '../../src/contract/lead';
import type { TimelineEntry } from '../../src/contract/timeline';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, duplicate, merge, erase, move } = leadCalls(test, partner);
const { addRule, runAfter } = automationCalls(test, partner, stage);

const timeline = (id: string, query = '', owner = partner.owner) =>
  owner.get<TimelineEntry[]>(`/leads/${id}/timeline${query}`);

/** Makes a lead with every kind of event. */
async function eventful(): Promise<{ id: string; phone: string }> {
  const lead = await submit({ notes: 'Quer saber o preço', external_id: 'a' });
  await submit({ phone: lead.phone, notes: 'Ligou de novo', external_id: 'b' });
  await move(lead.id, { stage_id: stage['Em contato'] });
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'caro' });
  await partner.owner.patch(`/leads/${lead.id}`, { note: 'Não quer mais' });
  await partner.owner.post('/appointments', { lead_id: lead.id, starts_at: '2099-01-01T12:00:00Z', attended: false });
  const other = await duplicate(lead.phone);
  await merge(other.id, lead.id);
  await addRule({ type: 'notify' }, 1, 'Perdido');
  await runAfter(1.01);
  return lead;
}

it('shows all that happened, the newest first', async () => {
  const { id } = await eventful();
  const { data } = await timeline(id);
  const types = data.map(({ type }) => type);
  expect(types[0]).toBe('appointment');
  expect([...types].sort()).toEqual([
    'activity',
    'appointment',
    'automation',
    'merge',
    'move',
    'move',
    'note',
    'note',
    'submission',
    'submission',
  ]);
  const moments = data.map(({ at }) => at);
  expect(moments).toEqual([...moments].sort().reverse());
  const of = (type: TimelineEntry['type']) => data.filter((entry) => entry.type === type);
  expect(of('move').map(({ move: made }) => [made?.moved_by, made?.reason])).toEqual([
    ['staff', 'caro'],
    ['api', null],
  ]);
  expect(of('note').map(({ note }) => note?.text)).toEqual(['Ligou de novo', 'Quer saber o preço']);
  expect(of('activity').map(({ activity }) => activity?.text)).toEqual(['Não quer mais']);
  expect(of('submission').map(({ submission }) => submission?.result)).toEqual(['updated', 'created']);
  expect(of('automation')[0]?.automation?.action).toBe('notify');
});

it('has each entry once on every page', async () => {
  const { id } = await eventful();
  const whole = (await timeline(id)).data;
  for (const limit of [1, 3]) {
    const pages = await partner.owner.pages<TimelineEntry>(`/leads/${id}/timeline?limit=${limit}`);
    expect(pages.flat()).toEqual(whole);
    expect(pages[0]).toHaveLength(limit);
  }
});

it('shows an applied submission of another phone at the lead that it went to, and nowhere else', async () => {
  const [one, other] = [await submit({ external_id: 'a' }), await submit({ external_id: 'b' })];
  const writer = await partner.withKey('leads:write');
  expect((await writer.post('/leads', { phone: other.phone, external_id: 'a' })).status).toBe(202);
  const [held] = (await partner.owner.get<{ id: string }[]>('/held-submissions')).data;
  await partner.owner.post(`/held-submissions/${held?.id}/apply`, { lead_id: one.id });
  const submissionsOf = async (id: string) => (await timeline(id)).data.filter(({ type }) => type === 'submission');
  expect([(await submissionsOf(one.id)).length, (await submissionsOf(other.id)).length]).toEqual([2, 1]);
});

it('cuts long texts, of which the lead and the activity have the whole', async () => {
  const [note, text] = ['n'.repeat(201), '😀'.repeat(2_000)];
  const { id } = await submit({ notes: note });
  await submit({ phone: (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data.phone, notes: 'é'.repeat(200) });
  const { data: said } = await partner.owner.post<ActivityView>(`/leads/${id}/activities`, { type: 'note', text });
  const { data } = await timeline(id);
  const textsOf = (type: 'note' | 'activity') => data.flatMap((entry) => (entry.type === type ? [entry[type]] : []));
  expect(textsOf('activity')).toMatchObject([{ text: '😀'.repeat(200), cut: true }]);
  expect(textsOf('note').map((shown) => [shown?.text, shown && 'cut' in shown])).toEqual([
    ['é'.repeat(200), false],
    ['n'.repeat(200), true],
  ]);
  expect((await partner.owner.get<ActivityView>(`/activities/${said.id}`)).data.text).toBe(text);
  expect((await partner.owner.get<LeadDetail>(`/leads/${id}`)).data.notes).toContain(note);
});

it('has the moments of notes, whatever looks like a marker in one', async () => {
  const { id } = await submit({ notes: 'Disse: [API · Ana · 2026-02-31] e [API · Ana · 9999-99-99] e volta' });
  const { status, data } = await timeline(id);
  const at = (type: TimelineEntry['type']) => data.find((entry) => entry.type === type)?.at;
  expect([status, at('note')]).toEqual([200, at('submission')]);
});

it('has submissions of many days once on every page', async () => {
  const { id } = await submit({ external_id: 'a' });
  await partner.sql(
    `insert into submissions (account_id, id, claims_external_id, conversation_id, lead_id, request_id, result, created_at)
     select $1, gen_random_uuid(), false, l.conversation_id, l.id, gen_random_uuid(), 'updated', now() - n * interval '7 hours'
     from leads l, generate_series(1, 60) n where l.account_id = $1 and l.id = $2`,
    id,
  );
  const pages = await partner.owner.pages<TimelineEntry>(`/leads/${id}/timeline?limit=7`);
  expect(new Set(pages.flat().map((entry) => entry.id)).size).toBe(61);
  const moments = pages.flat().map(({ at }) => at);
  expect(moments).toEqual([...moments].sort().reverse());
  expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 7));
});

it('of an erased person says nothing that the person said', async () => {
  const { id } = await eventful();
  await erase(id);
  const { status, text, data } = await timeline(id);
  expect(status).toBe(200);
  expect(data.some(({ type }) => type === 'note')).toBe(false);
  for (const said of ['preço', 'caro', 'quer mais']) expect(text).not.toContain(said);
});

it('is nobody else’s', async () => {
  const { id } = await submit();
  const other = await test.partner();
  for (const found of [await timeline(id, '', other.owner), await timeline(RANDOM_ID), await timeline('x')]) {
    expect([found.status, found.error.code]).toEqual([404, 'not_found']);
  }
  expect((await timeline(id, '?limit=0')).fields).toEqual(['limit']);
  expect((await timeline(id, '?cursor=x')).fields).toEqual(['cursor']);
});
