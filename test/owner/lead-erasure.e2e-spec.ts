import { hoursFromNow } from '../support/moments';
import { appForAllTests, RANDOM_ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { everythingOf, type Group, leadCalls, type Submitted } from '../support/lead-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, submit, duplicate, pair, count, detail, search, merge, erase, exportOf, move, wrongEntries } =
  leadCalls(test, partner);

/** Values of this person only. */
const CANARIES = {
  name: 'Canário Nome',
  email: 'canario@example.com',
  notes: 'canario-nota',
  external_id: 'canario-externo',
  attribution: {
    utm_source: 'canario-source',
    utm_medium: 'canario-medium',
    utm_campaign: 'canario-campaign',
    utm_content: 'canario-content',
    utm_term: 'canario-term',
    fbclid: 'canario-fbclid',
    fbc: 'canario-fbc',
    gclid: 'canario-gclid',
    gbraid: 'canario-gbraid',
    wbraid: 'canario-wbraid',
    gad_source: 'canario-gad',
    referrer: 'https://canario.example/referrer',
  },
};

/** Makes a person with data everywhere: two leads, a merged one, deals, an appointment, held submissions of each reason. */
async function personEverywhere(): Promise<{ phone: string; id: string; sibling: string; writer: HttpClient }> {
  const writer = await partner.withKey('leads:write');
  await submit({ external_id: 'canario-de-outro' });
  const phone = nextPhone.mobile();
  await partner.staff.post('/conversations', {
    phone,
    channel: 'chat',
    name: 'Canário Conversa',
  });
  const lead = await submit({ phone, consent: true, tags: ['vip'], ...CANARIES });
  await move(lead.id, { stage_id: stage['Em contato'] });
  await partner.staff.post('/appointments', {
    lead_id: lead.id,
    starts_at: '2026-03-01T12:00:00Z',
    attended: true,
  });
  await writer.post('/leads', { phone, external_id: 'canario-de-outro', name: 'Canário Conflito' });
  await test.sql(`update leads set notes = notes || repeat('x', 1900) where id = $1`, [lead.id]);
  await writer.post('/leads', { phone, notes: `canario-nota-cheia ${'y'.repeat(400)}`, external_id: 'canario-nota' });
  const gone = await duplicate(phone, { name: 'Canário Fundido', email: 'canario2@example.com' });
  const sibling = await duplicate(phone, { name: 'Canário Irmão', email: 'canario3@example.com' });
  await writer.post('/leads', { phone, name: 'Canário Retido', external_id: 'canario-ambiguo' });
  await merge(gone.id, lead.id);
  return { phone, id: lead.id, sibling: sibling.id, writer };
}

describe('GET /leads/{id}/export', () => {
  it('contains everything about the person: conversation, leads, appointments, ledger, held submissions', async () => {
    const { phone, id, sibling } = await personEverywhere();
    const [automation, deal] = ['0199aaaa-0000-7000-8000-000000000003', (await detail(id)).deals[0]?.id];
    await partner.sql(
      `insert into automations values ($1, $2, $3, 3, 'notify', null, null, now())`,
      automation,
      stage['Novo'],
    );
    await partner.sql(`insert into automation_runs values ($1, $2, $3, now(), now())`, automation, deal);
    const answer = await exportOf(id);
    expect(answer.status).toBe(200);
    const person = answer.data;
    expect(Object.keys(person)).toEqual([
      'conversation',
      'leads',
      'appointments',
      'activities',
      'deal_changes',
      'returns',
      'submissions',
      'held_submissions',
      'automation_runs',
      'deliveries',
      'import_rows',
    ]);
    expect(person.conversation).toMatchObject({ phone, channel: 'chat', name: 'Canário Conversa' });
    // The export has the ids of sources, of which the lead shows the name.
    const { source: _one, ...one } = await detail(id);
    const { source: _other, ...other } = await detail(sibling);
    const recorded = [one, other].map(({ next_contact: _, ...lead }) => ({ ...lead, source_id: null }));
    expect(person.leads).toEqual(recorded);
    expect(person.leads[0]?.merged_leads[0]?.lead?.name).toBe('Canário Fundido');
    expect(person.appointments).toMatchObject([{ lead_id: id, starts_at: '2026-03-01T12:00:00.000Z', attended: true }]);
    expect(person.submissions.map((row) => (row as { external_id: string }).external_id)).toEqual([
      'canario-externo',
      'canario-de-outro',
      'canario-nota',
      'canario-ambiguo',
    ]);
    expect(person.held_submissions.map(({ reason, body }) => [reason, body?.name ?? null])).toEqual([
      ['external_id_conflict', 'Canário Conflito'],
      ['notes_full', null],
      ['ambiguous_lead', 'Canário Retido'],
    ]);
    expect(person.automation_runs).toMatchObject([{ automation_id: automation, deal_id: deal }]);
    expect((await exportOf(sibling)).data).toEqual(person);
    // Contains every stored text of the person.
    const text = answer.text;
    for (const canary of Object.values(CANARIES.attribution)) expect(text).toContain(canary.replace('https://', ''));
  });

  it('finds submissions of any day, and those of nobody else', async () => {
    const phone = nextPhone.mobile();
    const { id } = await submit({ phone, external_id: 'hoje' });
    await submit({ external_id: 'de-outro' });
    for (const [externalId, days] of Object.entries({ antes: -400, ontem: -1, amanha: 2 })) {
      await submit({ phone, external_id: externalId });
      await submit({ external_id: `${externalId}-de-outro` });
      const backdate = `update submissions set created_at = $3
                        where account_id = $1 and external_id in ($2, $2 || '-de-outro')`;
      await partner.sql(backdate, externalId, hoursFromNow(24 * days));
    }
    const found = (await exportOf(id)).data.submissions.map((row) => (row as { external_id: string }).external_id);
    expect(found).toEqual(['antes', 'ontem', 'hoje', 'amanha']);
    await erase(id);
    const left = await partner.sql<{ external_id: string }>(
      'select external_id from submissions where account_id = $1 and external_id is not null order by created_at',
    );
    expect(left.map((row) => row.external_id)).toEqual([
      'antes-de-outro',
      'ontem-de-outro',
      'de-outro',
      'amanha-de-outro',
    ]);
  });

  it('is 404 for an unknown lead', async () => {
    expect((await exportOf(RANDOM_ID)).error.code).toBe('not_found');
  });
});

describe('POST /leads/{id}/erase', () => {
  it('leaves nothing of the person in any table, and nothing else is touched', async () => {
    const { phone, id, sibling } = await personEverywhere();
    const other = await test.partner('leads:write', 'leads:read');
    await other.api.post('/leads', { phone, ...CANARIES });
    const theirs = await everythingOf(test, other.accountId);
    const canary = new RegExp(`can[aá]rio|${phone.slice(-8)}`, 'i');
    const touched = (rows: Record<string, string>) =>
      Object.keys(rows).filter((table) =>
        (rows[table] ?? '').split('\n').some((row) => canary.test(row.replaceAll('canario-de-outro', ''))),
      );
    expect(touched(await everythingOf(test, partner.accountId))).toEqual([
      'conversations',
      'held_submissions',
      'lead_merges',
      'lead_words',
      'leads',
      'returns',
      'submissions',
    ]);
    const before = await detail(id);
    const counts = async () => {
      const found = [];
      for (const table of ['leads', 'conversations', 'submissions', 'stage_moves']) found.push(await count(table));
      return found;
    };
    const rows = await counts();
    const answer = await erase(sibling);
    expect([answer.status, answer.data]).toEqual([200, { id: sibling, erased_at: expect.any(String) as string }]);

    expect(touched(await everythingOf(test, partner.accountId))).toEqual([]);
    expect(await everythingOf(test, other.accountId)).toEqual(theirs);
    expect(await counts()).toEqual(rows);
    const after = await detail(id);
    expect(after).toMatchObject({
      id,
      phone: '',
      name: null,
      email: null,
      tags: [],
      notes: '',
      consent: null,
      origin: before.origin,
      origin_rule: before.origin_rule,
      deals: [],
      stage_history: before.stage_history,
      created_at: before.created_at,
      erased_at: answer.data.erased_at,
    });
    expect(Object.values(after.attribution)).toEqual(times(12, () => null));
    expect(after.merged_leads.map(({ lead }) => lead)).toEqual([null]);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await wrongEntries()).toEqual([]);
    expect(await count('lead_tags')).toBe(0);
    expect(await count('held_submissions', `state = 'dismissed' and body is null and resolved_at is not null`)).toBe(3);
    // The other submission with that external_id belongs to another person.
    expect(await count('submissions', `external_id = 'canario-de-outro' and claims_external_id`)).toBe(1);
    expect((await exportOf(id)).data.conversation?.phone).toBeNull();
  });

  it('gives the same answer again, for each lead of the person', async () => {
    const [first, second] = await pair({ name: 'Ana' });
    const answer = await erase(first.id);
    const before = await everythingOf(test, partner.accountId);
    expect((await erase(first.id)).data).toEqual(answer.data);
    expect((await erase(second.id)).data).toEqual({ ...answer.data, id: second.id });
    expect(await everythingOf(test, partner.accountId)).toEqual(before);
    expect((await erase(RANDOM_ID)).error.code).toBe('not_found');
  });

  it('gives the same answer to calls at the same time', async () => {
    const [first, second] = await pair({ name: 'Ana' });
    const answers = await Promise.all(times(4, (i) => erase(i % 2 ? first.id : second.id)));
    expect(answers.map(({ status }) => status)).toEqual(times(4, () => 200));
    expect(new Set(answers.map(({ data }) => data.erased_at)).size).toBe(1);
  });

  it('makes the same phone a new conversation, and frees its external_ids', async () => {
    const lead = await submit({ external_id: 'mine', name: 'Ana', email: 'ana@example.com' });
    await erase(lead.id);
    expect((await search(`?phone=${lead.phone}`)).data).toEqual([]);
    expect((await search('?email=ana@example.com')).data).toEqual([]);
    expect((await partner.api.post('/leads/lookup', { phone: lead.phone })).status).toBe(404);
    const again = await partner.api.post<Submitted>('/leads', { phone: lead.phone, external_id: 'mine' });
    expect([again.status, again.data.created, again.data.lead.name]).toEqual([201, true, null]);
    expect(again.data.id).not.toBe(lead.id);
    const [reused, other] = [await submit({ external_id: 'e' }), nextPhone.mobile()];
    await erase(reused.id);
    expect((await partner.api.post('/leads', { phone: other, external_id: 'e' })).status).toBe(201);
  });

  it('closes the lead to changes, moves, merges and appointments', async () => {
    const [first, second] = await pair();
    await erase(first.id);
    const calls = [
      partner.api.patch(`/leads/${first.id}`, { name: 'Ana' }),
      move(first.id, { stage_id: stage['Em contato'] }),
      merge(first.id, second.id),
      partner.staff.post('/appointments', {
        lead_id: first.id,
        starts_at: '2026-03-01T12:00:00Z',
        attended: true,
      }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404);
    expect((await partner.owner.get<Group[]>('/leads/duplicates')).data).toEqual([]);
  });
});
