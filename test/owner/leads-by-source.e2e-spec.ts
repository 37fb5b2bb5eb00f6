import { randomUUID } from 'node:crypto';
import type { ListedLead } from '../../src/contract/day/today';
import type { LeadDetail } from '../../src/contract/lead';
import type { MetricsRows } from '../../src/contract/metrics';
import type { TimelineEntry } from '../../src/contract/timeline';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';

/** A lead shows by which source it first came: itself, in its timeline, in lists and in figures. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { submit, detail, duplicate, merge, erase, exportOf } = leadCalls(test, partner);
const { join } = memberCalls(test);

async function makeSource(name: string): Promise<string> {
  const id = randomUUID();
  await partner.sql(
    `insert into sources (account_id, id, kind, name, active, slot, hint, tags, consent, mapping, created_at)
     select $1, $2, 'webhook', $3, true, count(*) + 1, 'hint', '{}', false, '[]', now() from sources where account_id = $1`,
    id,
    name,
  );
  return id;
}

async function leadBy(sourceId: string, body: object = {}) {
  const lead = await submit(body);
  await partner.sql(`update leads set source_id = $3 where account_id = $1 and id = $2`, lead.id, sourceId);
  await partner.sql(
    `update submissions set source_id = $3, key_id = null where account_id = $1 and lead_id = $2`,
    lead.id,
    sourceId,
  );
  return lead;
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
  const [site, ads] = [await makeSource('Site'), await makeSource('Anúncios')];
  const [one, two] = [await leadBy(site, { tags: ['a'] }), await leadBy(site)];
  const other = await leadBy(ads, { tags: ['a'] });
  await submit({ tags: ['a'] });
  for (const order of ['created', 'changed']) {
    expect(await listed(`source=${site}&order=${order}`)).toEqual([two.id, one.id]);
    expect(await listed(`source=${site}&tag=a&order=${order}`)).toEqual([one.id]);
  }
  for (const id of [RANDOM_ID, 'x']) expect(await listed(`source=${id}`)).toEqual([]);
  expect(await partner.owner.pages<ListedLead>(`/leads?source=${site}&limit=1`)).toHaveLength(2);
  const file = await partner.owner.get(`/leads/export.csv?source=${ads}`);
  expect(file.text.trim().split('\r\n')).toHaveLength(2);
  expect(file.text).toContain(other.phone.slice(-4));
  const refused = await partner.owner.get('/leads?source=');
  expect([refused.status, refused.fields]).toEqual([422, ['source']]);
  const stranger = await test.partner();
  expect(await listed(`source=${site}`, stranger.owner)).toEqual([]);
});

it('a lead names its source to everybody who sees the lead, and the timeline that of each submission', async () => {
  const source = { id: await makeSource('Site'), name: 'Site' };
  const lead = await leadBy(source.id, { consent: true });
  await submit({ phone: lead.phone, notes: 'de novo' });
  await partner.sql(
    `update leads set consent_key_id = null, consent_source_id = $3, consent_text = 'Aceito.' where account_id = $1 and id = $2`,
    lead.id,
    source.id,
  );
  const seller = await join(partner, 'seller');
  for (const owner of [partner.owner, seller.api]) {
    const { data } = await owner.get<LeadDetail>(`/leads/${lead.id}`);
    expect(data).toMatchObject({ source, consent: { key_id: null, source_id: source.id, text: 'Aceito.' } });
    expect((await owner.get<LeadDetail[]>(`/leads?phone=${lead.phone}`)).data).toMatchObject([{ source }]);
    const timeline = (await owner.get<TimelineEntry[]>(`/leads/${lead.id}/timeline`)).data;
    expect(timeline.flatMap(({ submission }) => (submission ? [[submission.key_id, submission.source]] : []))).toEqual([
      [partner.keyId, null],
      [null, source],
    ]);
  }
  expect((await detail((await submit()).id)).source).toBeNull();
  await partner.sql('update sources set deleted_at = now(), active = false where account_id = $1');
  expect((await detail(lead.id)).source).toEqual(source);
  expect((await exportOf(lead.id)).data).toMatchObject({
    leads: [{ source_id: source.id, consent: { source_id: source.id, text: 'Aceito.' } }],
    submissions: [
      { key_id: null, source_id: source.id },
      { key_id: partner.keyId, source_id: null },
    ],
  });
});

it('figures are told apart by source, with a row of what came another way', async () => {
  const [site, ads] = [await makeSource('Site'), await makeSource('Anúncios')];
  const won = await leadBy(site);
  await leadBy(site);
  const gone = await leadBy(ads);
  await submit();
  await partner.owner.put(`/deals/${won.deals[0]?.id}/stage`, { stage_id: stage.Ganho, closed_value: 10 });
  await partner.owner.put(`/deals/${gone.deals[0]?.id}/stage`, { stage_id: stage.Ganho, closed_value: 5 });
  const found = [
    [site, 'Site', 2, 1],
    [ads, 'Anúncios', 1, 1],
    [null, 'Sem fonte', 1, 0],
  ];
  expect(await rows()).toEqual(found);
  await erase(gone.id);
  await partner.sql('update sources set deleted_at = now(), active = false where account_id = $1 and id = $2', ads);
  await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
  expect(await rows()).toEqual(found);
  const seller = await join(partner, 'seller');
  await partner.owner.patch(`/leads/${won.id}`, { responsible_id: seller.id });
  expect(await rows(seller.api)).toEqual([[site, 'Site', 1, 0]]);
});

it('a merged lead keeps its source, or takes the other’s', async () => {
  const [site, ads] = [await makeSource('Site'), await makeSource('Anúncios')];
  const first = await leadBy(site);
  const second = await duplicate(first.phone);
  const third = await duplicate(first.phone);
  await partner.sql(`update leads set source_id = $3 where account_id = $1 and id = $2`, third.id, ads);
  expect((await merge(first.id, second.id)).data).toMatchObject({ source: { id: site, name: 'Site' } });
  const { data } = await merge(third.id, second.id);
  expect(data).toMatchObject({
    source: { id: site },
    merged_leads: [{ lead: { source_id: site } }, { lead: { source_id: ads } }],
  });
  expect(await listed(`source=${site}`)).toEqual([second.id]);
});
