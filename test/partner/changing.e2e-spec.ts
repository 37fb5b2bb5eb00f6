import { Client } from 'pg';
import type { LeadView } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { databaseUrl } from '../support/database';
import { shortOrLong } from '../support/long';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { waitingSessions } from '../support/waiting';
import { leadCalls } from '../support/lead-calls';

interface Changed {
  id: string;
  updated: boolean;
  lead: LeadView;
}

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const { submit, read, originOf, notesOf } = leadCalls(test, partner);

const patch = (id: string, body?: unknown) => partner.api.patch<Changed>(`/leads/${id}`, body);

describe('PATCH /leads/{id}', () => {
  it('changes what is sent and answers id, updated and the lead', async () => {
    const lead = await submit({ name: 'Ana', email: 'ana@example.com', tags: ['a', 'b'] });
    const tags = { add_tags: ['C', 'a'], remove_tags: ['B', 'never'] };
    const answer = await patch(lead.id, { name: ' Bia ', email: 'bia@example.com', ...tags });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.data)).toEqual(['id', 'updated', 'lead']);
    expect(answer.data).toMatchObject({ id: lead.id, updated: true });
    expect(answer.data.lead).toEqual({
      ...lead,
      name: 'Bia',
      email: 'bia@example.com',
      tags: ['a', 'C'],
      updated_at: expect.any(String) as string,
    });
    expect(answer.data.lead.updated_at > lead.updated_at).toBe(true);
    expect(await read(lead.id)).toEqual(answer.data.lead);
  });

  it('erases the e-mail with null, after which the old one finds nobody', async () => {
    const lead = await submit({ email: 'gone@example.com' });
    expect((await patch(lead.id, { email: null })).data.lead.email).toBeNull();
    expect((await partner.api.post('/leads/lookup', { email: 'gone@example.com' })).status).toBe(404);
    expect((await patch(lead.id, { email: null })).data.updated).toBe(false);
  });

  it('says updated false and keeps updated_at when nothing changed', async () => {
    const lead = await submit({ name: 'Ana', tags: ['a'] });
    const answer = await patch(lead.id, { name: 'Ana', add_tags: ['A'], remove_tags: ['z'] });
    expect(answer.data).toEqual({ id: lead.id, updated: false, lead });
  });

  it('appends notes after the marker, and with notes_full changes nothing', async () => {
    const lead = await submit({ notes: 'um' });
    await patch(lead.id, { notes: 'dois' });
    expect((await notesOf(lead.id)).split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d/, 'D'))).toEqual([
      '[API · site · D] um',
      '[API · site · D] dois',
    ]);
    await test.sql(`update leads set notes = repeat('x', 1500) where id = $1`, [lead.id]);
    const before = await read(lead.id);
    const full = await patch(lead.id, { name: 'Bia', add_tags: ['q'], notes: 'y'.repeat(500) });
    expect([full.status, full.error.code]).toEqual([409, 'notes_full']);
    expect(await read(lead.id)).toEqual(before);
    expect(await notesOf(lead.id)).toBe('x'.repeat(1500));
    expect(await partner.sql('select 1 from tags where account_id = $1')).toEqual([]);
  });

  it('fills the record to exactly 2,000 code points and not one more', async () => {
    const lead = await submit();
    await patch(lead.id, { notes: '😀' });
    const markerLength = [...(await notesOf(lead.id))].length - 1;
    await test.sql(`update leads set notes = repeat('x', $2) where id = $1`, [lead.id, 2000 - 1 - markerLength - 10]);
    expect((await patch(lead.id, { notes: '😀'.repeat(11) })).error.code).toBe('notes_full');
    expect((await patch(lead.id, { notes: '😀'.repeat(10) })).status).toBe(200);
    expect([...(await notesOf(lead.id))]).toHaveLength(2000);
  });

  it('answers a key without leads:read id and updated only', async () => {
    const lead = await submit();
    const writer = await partner.withKey('leads:write');
    const answer = await writer.patch(`/leads/${lead.id}`, { name: 'Ana' });
    expect(answer.body).toEqual({ data: { id: lead.id, updated: true } });
  });

  it.each([
    ['an empty body', {}, ['body']],
    ['phone', { phone: '11987654321' }, ['phone']],
    ['null', { name: null, add_tags: null, notes: null }, ['name', 'add_tags', 'notes']],
    ['blank texts', { name: ' ', email: '', notes: ' \n' }, ['name', 'email', 'notes']],
    ['one tag in both lists', { add_tags: ['Á'], remove_tags: ['á', 'x'] }, ['remove_tags']],
    ['too many', { add_tags: ['1', '2', '3', '4', '5', '6'], remove_tags: 'x' }, ['add_tags', 'remove_tags']],
    ['unknown fields', { origin: 'direct', deals: [], consent: true }, ['origin', 'deals', 'consent']],
  ])('refuses %s', async (_, body, fields) => {
    const { id } = await submit();
    const answer = await patch(id, body);
    expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', fields]);
    expect((await patch(RANDOM_ID, body)).status).toBe(422);
  });

  it('is 404 for an unknown lead', async () => {
    for (const id of [RANDOM_ID, 'x']) expect((await patch(id, { name: 'x' })).error.code).toBe('not_found');
  });

  it('keeps every accepted one of parallel notes, and the record never has more than 2,000 characters', async () => {
    const lead = await submit();
    await test.sql(`update leads set notes = repeat('x', 1500) where id = $1`, [lead.id]);
    const answers = await Promise.all(times(20, (i) => patch(lead.id, { notes: `token-${i}.` })));
    const notes = await notesOf(lead.id);
    for (const [i, { status }] of answers.entries()) {
      expect([200, 409]).toContain(status);
      expect([i, notes.split(`token-${i}.`).length - 1]).toEqual([i, status === 200 ? 1 : 0]);
    }
    expect(notes.length).toBeLessThanOrEqual(2000);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
  });

  it('takes updated_at after the wait for the lead', async () => {
    const lead = await submit();
    await test.sql('begin');
    await test.sql('select from leads where account_id = $1 and id = $2 for update', [partner.accountId, lead.id]);
    const changing = patch(lead.id, { name: 'Ana' });
    while ((await waitingSessions(test)) < 1);
    const [{ now } = { now: new Date() }] = await test.sql<{ now: Date }>('select clock_timestamp() as now');
    await test.sql('commit');
    expect((await changing).data.lead.updated_at >= now.toISOString()).toBe(true);
  });

  it('never lets updated_at go back under concurrent changes', async () => {
    const lead = await submit();
    const seen: { asked: number; answered: number; at: string }[] = [];
    const change = async (i: number) => {
      const asked = performance.now();
      const { data } =
        i % 2
          ? await patch(lead.id, { name: `n${i}` })
          : await partner.api.post<Changed>('/leads', { phone: lead.phone, tags: [`t${i}`] });
      seen.push({ asked, answered: performance.now(), at: data.lead.updated_at });
    };
    // Five at a time: on a busy machine, more would wait for the row longer than a request may.
    const CHANGES = shortOrLong(10, 40);
    await Promise.all(
      times(5, async (writer) => {
        for (let i = 0; i < CHANGES; i++) await change(writer * CHANGES + i);
      }),
    );
    expect(new Set(seen.map(({ at }) => at)).size).toBe(5 * CHANGES);
    for (const earlier of seen) {
      for (const later of seen) if (earlier.answered < later.asked) expect(later.at > earlier.at).toBe(true);
    }
  });
});

describe('staff', () => {
  it('fill in an unrated origin, and no other', async () => {
    const lead = await submit();
    const fill = (id: string, origin: string) => partner.staff.patch<LeadView>(`/leads/${id}`, { origin });
    const direct = await fill(lead.id, 'direct');
    expect([direct.status, direct.data.origin]).toEqual([200, 'direct']);
    expect(direct.data.updated_at > lead.updated_at).toBe(true);
    expect((await fill(lead.id, 'referral')).data.origin).toBe('referral');
    expect((await fill(lead.id, 'social')).error.code).toBe('conflict');
    expect((await fill(lead.id, 'referral')).status).toBe(200);
    expect((await fill(RANDOM_ID, 'social')).status).toBe(404);
    expect((await fill(lead.id, 'elsewhere')).fields).toEqual(['origin']);
    expect(await originOf(lead.phone)).toBe('referral');
    expect((await submit({ phone: lead.phone, attribution: { utm_source: 'ig' } })).origin).toBe('referral');
  });
});

it('syncs that overlap miss no lead under continuous writes', async () => {
  const writing = { on: true };
  const changed = new Map<string, string>();
  const leads = await Promise.all(times(10, () => submit()));
  const slow = async (id: string) => {
    // Sets updated_at in a transaction, and commits later.
    const client = new Client({ connectionString: databaseUrl() });
    await client.connect();
    const of = [partner.accountId, id];
    const lock = 'select clock_timestamp() as now from leads where account_id = $1 and id = $2 for update';
    await client.query('begin');
    const [row] = (await client.query<{ now: Date }>(lock, of)).rows;
    await client.query('update leads set updated_at = $3 where account_id = $1 and id = $2', [...of, row?.now]);
    await client.query('update list_entries set updated_at = $3 where account_id = $1 and lead_id = $2', [
      ...of,
      row?.now,
    ]);
    await client.query('select pg_sleep(0.3)');
    await client.query('commit');
    await client.end();
  };
  const writer = async (i: number) => {
    for (let n = 0; writing.on; n++) {
      const lead = leads[(i + n) % leads.length] as LeadView;
      const { data } = await patch(lead.id, { name: `w${i}-${n}` });
      changed.set(data.id, data.lead.updated_at);
      const made = await submit();
      changed.set(made.id, made.updated_at);
    }
  };
  const writers = [...times(2, writer), slow(leads[0]?.id ?? ''), slow(leads[1]?.id ?? '')];
  const seen = new Map<string, string>();
  const sync = async (since: Date) => {
    const pages = await partner.api.pages<LeadView>(`/leads?updated_since=${since.toISOString()}&limit=100`);
    for (const lead of pages.flat()) seen.set(lead.id, lead.updated_at);
  };
  let last = new Date(0);
  for (const end = Date.now() + shortOrLong(2_000, 6_000); Date.now() < end || changed.size <= 20;) {
    const started = new Date();
    await sync(new Date(Math.max(0, last.getTime() - 5_000)));
    last = started;
  }
  writing.on = false;
  await Promise.all(writers);
  await sync(new Date(last.getTime() - 5_000));
  for (const [id, at] of changed) expect((seen.get(id) ?? '') >= at).toBe(true);
  expect(changed.size).toBeGreaterThan(20);
});
