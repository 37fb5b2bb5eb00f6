import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { ExportedLead } from '../../src/contract/lead';
import type { KnownPerson, PersonExport } from '../../src/contract/person';
import { appForAllTests, newAccount } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { type Group, leadCalls } from '../support/lead-calls';
import { ENTER_LISTS } from '../support/list-entries';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit, nextPhone } = leadCalls(test, partner);

interface Identified {
  readonly id: string;
}

/** Returns the ids of a list. Checks that every page but the last is full. */
async function walk(path: string, limit?: number, owner: HttpClient = partner.owner): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = new URLSearchParams({ ...(limit && { limit: String(limit) }), ...(cursor && { cursor }) });
    const { status, data, body } = await owner.get<Identified[]>(`${path}?${query}`);
    expect(status).toBe(200);
    ids.push(...data.map(({ id }) => id));
    cursor = body.next_cursor;
    expect(data.length).toBe(cursor === null ? ids.length % (limit ?? 50) || (limit ?? 50) : (limit ?? 50));
  }
  return ids;
}

/** Each makes a list of 120 rows, or of fewer. Returns its path, and the ids in order. */
const LISTS: Record<string, () => Promise<{ path: string; ids: string[] }>> = {
  'rules of a stage, the oldest first': async () => {
    const stage = (await partner.stages())['Novo'];
    const ids = times(120, () => uuidv7());
    await partner.sql(
      `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
       select $1, r.id, $2, 1, 'notify', now() + r.nth / 2 * interval '1 millisecond'
       from unnest($3::uuid[]) with ordinality r (id, nth)`,
      stage,
      ids,
    );
    return { path: `/stages/${stage}/automations`, ids };
  },
  'sessions that have not ended, the newest first': async () => {
    const ids = times(240, () => uuidv7());
    await partner.sql(
      `insert into sessions (account_id, token_hash, id, created_at, expires_at, last_used_at, member_id)
       select $1, decode(md5(s.id::text), 'hex'), s.id, now(), now() + interval '1 hour',
              now() - (s.nth % 2) * interval '1 day', m.id
       from unnest($2::uuid[]) with ordinality s (id, nth), members m where m.account_id = $1 and m.role = 'owner'`,
      ids,
    );
    return { path: '/sessions', ids: ids.filter((_, index) => index % 2 === 1).reverse() };
  },
  'API keys, revoked ones included, the newest first': async () => {
    const ids = times(119, () => uuidv7());
    await partner.sql(
      `insert into api_keys (account_id, id, hash, name, permissions, hint, slot, created_at, revoked_at)
       select $1, k, decode(md5(k::text), 'hex'), 'antiga', '{leads:write}', 'abcd', 1, now(), now() from unnest($2::uuid[]) k`,
      ids,
    );
    return { path: '/api-keys', ids: [...ids.reverse(), partner.keyId] };
  },
  'accounts of an owner, by name': async () => {
    const email = `dona-${randomUUID()}@example.com`;
    await test.operator.put(`/accounts/${partner.accountId}/owner`, { name: 'Dona', email });
    await test.operator.patch(`/accounts/${partner.accountId}`, { name: 'Loja 000' });
    const ids = [partner.accountId];
    for (let i = 1; i < 12; i++) {
      const opened = newAccount({ name: `Loja ${String(i >> 1).padStart(3, '0')}`, owner: { name: 'Dona', email } });
      ids.push((await test.operator.post<Identified>('/accounts', opened)).data.id);
    }
    return { path: '/my-accounts', ids: [...ids.slice(0, 2).sort(), ...ids.slice(2)] };
  },
};

describe.each(Object.keys(LISTS))('%s', (name) => {
  it('come page by page, each row once and in order', async () => {
    const { path, ids } = await (LISTS[name] as (typeof LISTS)[string])();
    expect(await walk(path)).toEqual(ids);
    expect([await walk(path, 100), await walk(path, ids.length / 2)]).toEqual([ids, ids]);
    const first = await partner.owner.get<Identified[]>(`${path}?limit=7`);
    expect(first.data).toHaveLength(7);
    for (const query of ['limit=0', 'limit=101', 'limit=x']) {
      expect((await partner.owner.get(`${path}?${query}`)).fields).toEqual(['limit']);
    }
    const other = await test.partner();
    for (const [owner, cursor] of [
      [partner.owner, `${first.body.next_cursor}x`],
      [other.owner, first.body.next_cursor],
    ] as const) {
      const foreign = path.includes('stages') ? `/stages/${(await other.stages())['Novo']}/automations` : path;
      const answer = await owner.get(`${owner === other.owner ? foreign : path}?cursor=${cursor}`);
      expect([answer.status, answer.fields]).toEqual([422, ['cursor']]);
    }
  });
});

it('a phone with 52 leads shows 50 of them among the duplicates, and in its look-up', async () => {
  const lead = await submit();
  const ids = [lead.id];
  ids.push(...times(51, () => uuidv7()));
  await partner.sql(
    `insert into leads (account_id, id, conversation_id, copy, phone, origin, origin_rule, created_at, updated_at, touched_at)
     select l.account_id, n.id, l.conversation_id, n.copy, l.phone, l.origin, l.origin_rule, now(), now(), now()
     from leads l cross join unnest($3::uuid[]) with ordinality n (id, copy) where l.account_id = $1 and l.id = $2`,
    lead.id,
    ids.slice(1),
  );
  await test.sql(ENTER_LISTS, [[partner.accountId]]);
  const [group] = (await partner.owner.get<(Group & { is_complete: boolean })[]>('/leads/duplicates')).data;
  expect([group?.leads.map(({ id }) => id), group?.is_complete]).toEqual([ids.slice(0, 50), false]);
  const { leads } = (await partner.owner.post<KnownPerson>('/people/lookup', { phone: lead.phone })).data;
  expect(leads).toEqual(ids.slice(0, 50));
  for (const id of ids.slice(50)) await partner.owner.post(`/leads/${id}/merge`, { into: lead.id });
  const [merged] = (await partner.owner.get<(Group & { is_complete: boolean })[]>('/leads/duplicates')).data;
  expect([merged?.leads.map(({ id }) => id), merged?.is_complete]).toEqual([ids.slice(0, 50), true]);
});

it('a lead with a long history shows the newest of it; timeline, export and merges have all', async () => {
  const lead = await submit({ phone: nextPhone.mobile() });
  await partner.sql(
    `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at)
     select $1, gen_random_uuid(), $2, $3, $4, $4, 'staff', date_trunc('second', now()) + n * interval '1 millisecond'
     from generate_series(1, 250) n`,
    lead.id,
    lead.deals[0]?.id,
    lead.deals[0]?.stage_id,
  );
  await partner.sql(
    `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at, merged_updated_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), null, date_trunc('second', now()) + n * interval '1 millisecond', now(), now()
     from generate_series(1, 70) n`,
    lead.id,
  );
  const whole = (await partner.owner.get<PersonExport>(`/leads/${lead.id}/export`)).data.leads[0] as ExportedLead;
  expect([whole.stage_history.length, whole.merged_leads.length]).toEqual([250, 70]);
  const shown = { stage_history: whole.stage_history.slice(-100), merged_leads: whole.merged_leads.slice(-50) };
  expect((await partner.owner.get(`/leads/${lead.id}`)).data).toMatchObject(shown);
  expect((await partner.owner.get(`/leads?phone=${lead.phone}`)).data).toMatchObject([shown]);
  await partner.sql('delete from lead_merges where account_id = $1');
});
