import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../src/contract/audit';
import type { BulkResult, LeadView } from '../../src/contract/lead';
import { MAX_BULK_BYTES, MAX_BULK_LEADS } from '../../src/contract/limits';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls, type Submitted } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { memberCalls } from '../support/member-calls';
import { race, times } from '../support/race';
import { forAllTests, forEachTest } from '../support/setup';

/** POST /leads/bulk: one change of several leads. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const stranger = forAllTests(() => test.partner());
const { submit, staffLead, pair, count, detail, erase, originOf, nextPhone, wrongEntries } = leadCalls(test, partner);
const { join } = memberCalls(test);

const bulk = (body: object, owner = partner.owner) => owner.post<BulkResult>('/leads/bulk', body);
const idsOf = (leads: readonly LeadView[]) => leads.map(({ id }) => id);
const strangersLead = async () =>
  (await stranger.api.post<Submitted>('/leads', { phone: nextPhone.mobile() })).data.lead;
const isErased = async (id: string) => (await detail(id)).erased_at !== null;

it('tags those that it can, and names the others', async () => {
  const leads = await Promise.all(times(3, (n) => submit(n === 0 ? { tags: ['VIP'] } : {})));
  const others = [RANDOM_ID, 'x', (await strangersLead()).id];
  const answer = await bulk({ lead_ids: [...idsOf(leads), ...others], add_tags: ['VIP'] });
  const refused = others.map((id) => ({ id, code: 'not_found' }));
  expect([answer.status, answer.data]).toEqual([200, { changed: 2, unchanged: 1, refused }]);
  for (const { id } of leads) expect((await detail(id)).tags).toEqual(['VIP']);
});

it('moves the one deal that a lead has in the pipeline of the stage', async () => {
  const stage = await partner.stages();
  const [moved, there] = [await submit(), await submit({ deal: { stage_id: stage.Agendado } })];
  const without = await staffLead();
  const twice = await staffLead({ deals: [{ stage_id: stage.Novo }, { stage_id: stage.Novo }] });
  const lead_ids = idsOf([moved, there, without, twice, moved]);
  expect((await bulk({ lead_ids, stage_id: stage.Agendado })).data).toEqual({
    changed: 1,
    unchanged: 1,
    refused: [
      { id: without.id, code: 'not_found' },
      { id: twice.id, code: 'ambiguous_deal' },
    ],
  });
});

it('gives untracked leads an origin; a lead with one keeps it, a direct one too', async () => {
  const [untracked, social] = [await submit(), await submit({ attribution: { utm_source: 'instagram' } })];
  const [direct, referral] = [await staffLead({ origin: 'direct' }), await staffLead({ origin: 'referral' })];
  const lead_ids = idsOf([untracked, social, direct, referral]);
  const refused = [social, direct].map(({ id }) => ({ id, code: 'conflict' }));
  expect((await bulk({ lead_ids, origin: 'referral' })).data).toEqual({ changed: 1, unchanged: 1, refused });
  expect([await originOf(untracked.phone), await originOf(direct.phone)]).toEqual(['referral', 'direct']);
  expect([(await detail(untracked.id)).origin_rule, (await detail(social.id)).origin]).toEqual(['staff', 'social']);
});

const CHANGES = ['add_tags', 'erase', 'origin', 'responsible_id', 'stage_id', 'undo'];
const REFUSED = [
  [{ add_tags: ['a'] }, ['lead_ids']],
  [{ lead_ids: [], add_tags: ['a'] }, ['lead_ids']],
  [{ lead_ids: times(MAX_BULK_LEADS + 1, () => RANDOM_ID), add_tags: ['a'] }, ['lead_ids']],
  [{ lead_ids: [RANDOM_ID, 1], add_tags: ['a'] }, ['lead_ids.1']],
  [{ lead_ids: [RANDOM_ID] }, CHANGES],
  [{ lead_ids: [RANDOM_ID], add_tags: ['a'], stage_id: RANDOM_ID }, CHANGES],
  [{ lead_ids: [RANDOM_ID], stage_id: RANDOM_ID, responsible_id: null }, CHANGES],
  [{ lead_ids: [RANDOM_ID], erase: true, origin: 'social' }, CHANGES],
  [{ lead_ids: [RANDOM_ID], add_tags: 'a' }, ['add_tags']],
  [{ lead_ids: [RANDOM_ID], stage_id: 1 }, ['stage_id']],
  [{ lead_ids: [RANDOM_ID], origin: 'Feira' }, ['origin']],
  [{ lead_ids: [RANDOM_ID], undo: true, stage_id: RANDOM_ID }, CHANGES],
  [{ lead_ids: [RANDOM_ID], undo: false }, ['undo']],
  [{ lead_ids: [RANDOM_ID], erase: false }, ['erase']],
  [{ lead_ids: [RANDOM_ID], erase: 'true' }, ['erase']],
  [{ lead_ids: [RANDOM_ID], erase: true, reason: 'duplicate' }, ['reason']],
  [{ lead_ids: [RANDOM_ID], add_tags: ['a'], reason: 'spam' }, ['reason']],
] as const;

it('names every bad field', async () => {
  for (const [body, fields] of REFUSED) {
    const refused = await bulk(body);
    expect([body, refused.status, [...refused.fields].sort()]).toEqual([body, 422, fields]);
  }
});

it('reads the longest list of ids, and refuses a longer body with its limit', async () => {
  const lead_ids = times(MAX_BULK_LEADS, () => randomUUID());
  expect((await bulk({ lead_ids, add_tags: ['a'] })).data.refused).toHaveLength(MAX_BULK_LEADS);
  const padded = (bytes: number) => JSON.stringify({ lead_ids: [RANDOM_ID], add_tags: ['a'] }).padEnd(bytes);
  expect((await partner.owner.send('POST', '/leads/bulk', padded(MAX_BULK_BYTES))).status).toBe(200);
  const { status, error } = await partner.owner.send('POST', '/leads/bulk', padded(MAX_BULK_BYTES + 1));
  expect([status, error.code, error.message]).toEqual([413, 'payload_too_large', 'O corpo pode ter até 32 KB.']);
});

describe('an erasure', () => {
  it('erases each person once, with every lead of the phone, as POST /leads/{id}/erase does', async () => {
    const [first, second] = await pair({ name: 'Ana', external_id: 'a' });
    const [single, before] = [await submit({ name: 'Bia' }), await submit()];
    await erase(before.id);
    const others = [RANDOM_ID, (await strangersLead()).id];
    const call = () => bulk({ lead_ids: [...idsOf([first, second, single, before]), ...others], erase: true });
    const refused = others.map((id) => ({ id, code: 'not_found' }));
    expect((await call()).data).toEqual({ changed: 2, unchanged: 2, refused });
    expect((await call()).data).toEqual({ changed: 0, unchanged: 4, refused });
    for (const { id } of [first, second, single]) expect(await isErased(id)).toBe(true);
    expect(await count('leads', `name is not null or phone <> ''`)).toBe(0);
    expect(await count('submissions', 'external_id is not null')).toBe(0);
    expect(await wrongEntries()).toEqual([]);
    const { data } = await partner.owner.get<AuditEntry[]>('/audit');
    const erasures = data.filter(({ action }) => action === 'person.erased').map(({ subject }) => subject?.id);
    expect(erasures.sort()).toEqual(idsOf([first, single, before]).sort());
  });

  it('is for those who may erase a person', async () => {
    const lead = await submit();
    const [seller, manager] = [await join(partner, 'seller'), await join(partner, 'manager')];
    const body = { lead_ids: [lead.id], erase: true, reason: 'spam' };
    const refused = await bulk(body, seller.api);
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
    expect((await bulk({ lead_ids: [lead.id], add_tags: ['a'] }, seller.api)).data.changed).toBe(1);
    expect(await isErased(lead.id)).toBe(false);
    expect((await bulk(body, manager.api)).data.changed).toBe(1);
    expect(await isErased(lead.id)).toBe(true);
  });

  describe(`of ${MAX_BULK_LEADS} people`, () => {
    const people = forEachTest(async () => {
      const { Novo: stageId = '' } = await partner.stages();
      const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
      const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId };
      await addLeads(test, place, { count: MAX_BULK_LEADS, since: '2026-01-01' });
      // Phones that POST /leads accepts.
      const digits = `'551191' || right(phone, 7)`;
      await partner.sql(`update conversations set phone = ${digits}, phone_key = ${digits} where account_id = $1`);
      await partner.sql(`update leads set phone = ${digits} where account_id = $1`);
      const sql = 'select id, phone from leads where account_id = $1 order by id';
      return { all: await partner.sql<{ id: string; phone: string }>(sql) };
    });
    const eraseAll = (from = partner.owner) => bulk({ lead_ids: people.all.map(({ id }) => id), erase: true }, from);

    it('twice at once erases and records each person once', async () => {
      const manager = await join(partner, 'manager');
      const answers = await Promise.all([eraseAll(), eraseAll(manager.api)]);
      for (const { status, data } of answers)
        expect([status, data.changed + data.unchanged, data.refused]).toEqual([200, MAX_BULK_LEADS, []]);
      expect(answers.reduce((sum, { data }) => sum + data.changed, 0)).toBe(MAX_BULK_LEADS);
      expect(await count('leads', 'erased_at is null')).toBe(0);
      expect(await count('audit_entries', `action = 'person.erased'`)).toBe(MAX_BULK_LEADS);
      expect(await wrongEntries()).toEqual([]);
      expect(await deadlocks()).toBe(0);
    });

    it('beside their own submissions leaves nothing on an erased lead, and makes others new contacts', async () => {
      const some = people.all.filter((_, n) => n % 10 === 0);
      const post = ({ phone }: { phone: string }) => partner.api.post<Submitted>('/leads', { phone, name: 'De novo' });
      const [erased, posted] = await race(2, eraseAll, () => Promise.all(some.map(post)));
      expect([erased.data.changed, erased.data.refused]).toEqual([MAX_BULK_LEADS, []]);
      for (const { status } of posted) expect([200, 201]).toContain(status);
      const fresh = posted.filter(({ status }) => status === 201);
      expect(await count('leads', 'erased_at is null')).toBe(fresh.length);
      expect(await count('leads', `erased_at is not null and (name is not null or phone <> '')`)).toBe(0);
      expect(await wrongEntries()).toEqual([]);
      expect(await deadlocks()).toBe(0);
    });
  });
});
