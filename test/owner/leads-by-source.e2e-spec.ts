import type { ListedLead } from '../../src/contract/day/today';
import type { LeadDetail } from '../../src/contract/lead';
import type { MetricsRows } from '../../src/contract/metrics';
import type { NewSourceView } from '../../src/contract/source';
import type { TimelineEntry } from '../../src/contract/timeline';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

/** A lead shows by which source it first came: itself, in its timeline, in lists and in figures. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, detail, duplicate, merge, erase, exportOf, nextPhone } = leadCalls(test, partner);
const { join } = memberCalls(test);
const { create, send, latest } = sourceCalls(test, partner);

/** Sends a person to a source, and shows the lead. */
async function leadBy(source: NewSourceView, telefone = nextPhone.mobile()): Promise<LeadDetail> {
  expect((await send(source, { telefone })).status).toBe(200);
  return detail((await latest(source.id)).lead_id ?? '');
}

const listed = async (query: string, owner = partner.owner) =>
  (await owner.get<ListedLead[]>(`/leads?${query}`)).data.map(({ id }) => id);
const rows = async (owner = partner.owner) =>
  (await owner.get<MetricsRows>('/metrics/breakdown?by=source')).data.rows.map(({ key, name, leads, won }) => [
    key,
    name,
    leads,
    won,
  ]);

it('a list and a file have the leads that first came by a source, alone and with other filters', async () => {
  const [site, ads] = [await create({ name: 'Site' }), await create({ name: 'Anúncios', defaults: { tags: ['a'] } })];
  const [one, two] = [await leadBy(site), await leadBy(site)];
  const other = await leadBy(ads);
  const known = await submit({ tags: ['a'] });
  expect((await leadBy(ads, `+${known.phone}`)).id).toBe(known.id);
  await partner.owner.patch(`/leads/${one.id}`, { add_tags: ['a'] });
  expect(await listed(`source=${site.id}`)).toEqual([two.id, one.id]);
  expect(await listed(`source=${site.id}&order=changed`)).toEqual([one.id, two.id]);
  for (const order of ['created', 'changed']) {
    expect(await listed(`source=${site.id}&tag=a&order=${order}`)).toEqual([one.id]);
    expect(await listed(`source=${ads.id}&order=${order}`)).toEqual([other.id]);
  }
  for (const id of [RANDOM_ID, 'x']) expect(await listed(`source=${id}`)).toEqual([]);
  expect(await partner.owner.pages<ListedLead>(`/leads?source=${site.id}&limit=1`)).toHaveLength(2);
  const file = await partner.owner.get(`/leads/export.csv?source=${ads.id}`);
  expect(file.text.trim().split('\r\n')).toHaveLength(2);
  expect(file.text).toContain(other.phone.slice(-4));
  const refused = await partner.owner.get('/leads?source=');
  expect([refused.status, refused.fields]).toEqual([422, ['source']]);
  const stranger = await test.partner();
  expect(await listed(`source=${site.id}`, stranger.owner)).toEqual([]);
});

it('a lead names its source to everybody who sees the lead, and the timeline that of each submission', async () => {
  const made = await create({ name: 'Site', defaults: { consent: true } });
  const source = { id: made.id, name: 'Site' };
  const lead = await leadBy(made);
  await submit({ phone: lead.phone, notes: 'de novo' });
  await partner.sql(
    `update leads set consent_text = 'Aceito ser contatado.' where account_id = $1 and id = $2`,
    lead.id,
  );
  const consent = { key_id: null, source_id: source.id, text: 'Aceito ser contatado.' };
  const seller = await join(partner, 'seller');
  for (const owner of [partner.owner, seller.api]) {
    expect((await owner.get<LeadDetail>(`/leads/${lead.id}`)).data).toMatchObject({ source, consent });
    expect((await owner.get<LeadDetail[]>(`/leads?phone=${lead.phone}`)).data).toMatchObject([{ source }]);
    const timeline = (await owner.get<TimelineEntry[]>(`/leads/${lead.id}/timeline`)).data;
    expect(timeline.flatMap(({ submission }) => (submission ? [[submission.key_id, submission.source]] : []))).toEqual([
      [partner.keyId, null],
      [null, source],
    ]);
  }
  expect((await detail((await submit()).id)).source).toBeNull();
  expect((await partner.owner.delete(`/sources/${source.id}`)).status).toBe(204);
  expect((await detail(lead.id)).source).toEqual(source);
  expect((await exportOf(lead.id)).data).toMatchObject({
    leads: [{ source_id: source.id, consent }],
    submissions: [
      { key_id: null, source_id: source.id },
      { key_id: partner.keyId, source_id: null },
    ],
  });
});

it('figures are told apart by source, with a row of what came another way', async () => {
  const [site, ads] = [await create({ name: 'Site' }), await create({ name: 'Anúncios' })];
  const won = await leadBy(site);
  await leadBy(site);
  const gone = await leadBy(ads);
  await submit();
  await partner.owner.put(`/deals/${won.deals[0]?.id}/stage`, { stage_id: stage.Ganho, closed_value: 10 });
  await partner.owner.put(`/deals/${gone.deals[0]?.id}/stage`, { stage_id: stage.Ganho, closed_value: 5 });
  const found = [
    [site.id, 'Site', 2, 1],
    [ads.id, 'Anúncios', 1, 1],
    [null, 'Sem fonte', 1, 0],
  ];
  expect(await rows()).toEqual(found);
  await erase(gone.id);
  await partner.owner.delete(`/sources/${ads.id}`);
  await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
  expect(await rows()).toEqual(found);
  const seller = await join(partner, 'seller');
  await partner.owner.patch(`/leads/${won.id}`, { responsible_id: seller.id });
  expect(await rows(seller.api)).toEqual([[site.id, 'Site', 1, 0]]);
});

it('a merged lead keeps its source, or takes the other’s, with what came to it', async () => {
  const [site, ads] = [await create({ name: 'Site' }), await create({ name: 'Anúncios' })];
  const first = await leadBy(site);
  const second = await duplicate(`+${first.phone}`);
  const third = await duplicate(`+${first.phone}`);
  await partner.sql(`update leads set source_id = $3 where account_id = $1 and id = $2`, third.id, ads.id);
  expect((await merge(first.id, second.id)).data).toMatchObject({ source: { id: site.id, name: 'Site' } });
  expect((await merge(third.id, second.id)).data).toMatchObject({
    source: { id: site.id },
    merged_leads: [{ lead: { source_id: site.id } }, { lead: { source_id: ads.id } }],
  });
  expect(await listed(`source=${site.id}`)).toEqual([second.id]);
  expect((await latest(site.id)).lead_id).toBe(second.id);
});
