import { masked } from '../support/http-client';
import { appForAllTests, RANDOM_ID, startApp } from '../support/app';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';
import { watchTraffic } from '../support/traffic';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const writeOnly = forEachTest(() => partner.withKey('leads:write'));
const { nextPhone, count } = leadCalls(test, partner);

const held = () =>
  test.sql<{
    reason: string;
    body: { phone: string; attribution?: object };
    state: string;
    external_id: string | null;
    lead_id: string | null;
  }>('select reason, body, state, external_id, lead_id from held_submissions where account_id = $1 order by id', [
    partner.accountId,
  ]);

const used = async () =>
  (await partner.sql<{ used: number }>('select used from daily_submissions where account_id = $1'))[0]?.used;

async function knownPhone(): Promise<string> {
  const phone = nextPhone.mobile();
  await partner.api.post('/leads', { phone });
  return phone;
}

async function ambiguousPhone(): Promise<string> {
  const phone = await knownPhone();
  await partner.staff.post('/leads', { phone, allow_duplicate: true });
  return phone;
}

/** Makes a held conflict whose external_id was freed by an erasure. */
async function freedConflict(): Promise<object> {
  const body = { phone: await knownPhone(), external_id: 'freed' };
  const { data } = await partner.api.post<{ id: string }>('/leads', { ...body, phone: nextPhone.mobile() });
  await writeOnly.post('/leads', body);
  await partner.owner.post(`/leads/${data.id}/erase`);
  return body;
}

/** Returns submissions for every stored state. Answers must not reveal the state. */
async function submissionsOfAllKinds(): Promise<object[]> {
  const chat = nextPhone.mobile();
  await partner.staff.post('/conversations', { phone: chat, channel: 'chat' });
  const full = await knownPhone();
  await partner.sql(`update leads set notes = repeat('x', 2000) where account_id = $1`);
  const elsewhere = nextPhone.mobile();
  await (await test.partner('leads:write')).api.post('/leads', { phone: elsewhere });
  const taken = { phone: await knownPhone(), external_id: 'taken' };
  await partner.api.post('/leads', taken);

  const attribution = { gclid: 'bad' };
  return [
    { phone: nextPhone.mobile(), notes: 'x', attribution },
    { phone: await knownPhone(), notes: 'x', attribution },
    { phone: chat, notes: 'x', attribution },
    { phone: full, notes: 'x', attribution },
    { phone: await ambiguousPhone(), notes: 'x', attribution },
    { phone: elsewhere, notes: 'x', attribution },
    taken,
    { phone: nextPhone.mobile(), external_id: 'taken' },
    await freedConflict(),
  ];
}

it('gets the same bytes and headers for new, known, conversation-only, full and ambiguous phones and for replays', async () => {
  const bodies = await submissionsOfAllKinds();
  const answers = [];
  for (const body of bodies) answers.push(masked(await writeOnly.post('/leads', body)));
  expect(answers[0]).toMatchObject({ status: 202, text: '{"data":{"received":true}}' });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

it('waits for the database as often whatever is stored: each trip takes time', async () => {
  const bodies = await submissionsOfAllKinds();
  // The first call of a key also records its use.
  await writeOnly.post('/leads', { phone: nextPhone.mobile() });
  const trips: number[] = [];
  for (const body of bodies) trips.push((await watchTraffic(() => writeOnly.post('/leads', body))).trips);
  expect(await held()).toHaveLength(4);
  expect(trips).toEqual(bodies.map(() => trips[0]));
});

it('gets no answer before the first tick of 25 ms, not even a refusal after the search', async () => {
  const took: number[] = [];
  for (let call = 0; call < 10; call++) {
    const begun = performance.now();
    expect((await writeOnly.patch(`/leads/${RANDOM_ID}`, { name: 'Ana' })).status).toBe(404);
    took.push(performance.now() - begun);
  }
  expect(Math.min(...took)).toBeGreaterThanOrEqual(25);
});

it('gets the refusals about the request and the pipeline like every key', async () => {
  const phone = await knownPhone();
  expect((await writeOnly.post('/leads', { phone: 'x' })).status).toBe(422);
  expect((await writeOnly.post('/leads', '{')).error.code).toBe('invalid_json');
  await partner.sql('update stages set is_entry = false where account_id = $1');
  const answers = [
    masked(await writeOnly.post('/leads', { phone })),
    masked(await writeOnly.post('/leads', { phone: nextPhone.mobile() })),
  ];
  expect(answers[0]).toMatchObject({ status: 409 });
  expect(answers[0]?.text).toContain('pipeline_not_configured');
});

it('counts a replay for the daily quota like any submission, so that the quota confirms no guess', async () => {
  const body = { phone: nextPhone.mobile(), external_id: 'mine' };
  for (let sent = 1; sent <= 3; sent++) {
    expect((await writeOnly.post('/leads', body)).status).toBe(202);
    expect(await used()).toBe(sent);
  }
  // Guesses the phone of an external_id. The right phone is a replay; a wrong one is held.
  await writeOnly.post('/leads', { ...body, phone: nextPhone.mobile() });
  expect(await used()).toBe(4);
  expect((await partner.api.post('/leads', body)).status).toBe(200);
  expect(await used()).toBe(4);
});

it('gets 429 for a replay too when the limit is used up; a key with leads:read gets its answer', async () => {
  const strict = await startApp({ LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '2' });
  const account = await strict.partner('leads:read', 'leads:write');
  const writer = await account.withKey('leads:write');
  const body = { phone: nextPhone.mobile(), external_id: 'mine' };
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await writer.post('/leads', body)).status);
  statuses.push((await account.api.post('/leads', body)).status);
  await strict.close();
  expect(statuses).toEqual([202, 202, 429, 200]);
});

it('gets updated true from PATCH whenever the lead exists, also when nothing changes', async () => {
  const { data } = await partner.api.post<{ id: string; lead: { updated_at: string } }>('/leads', {
    phone: nextPhone.mobile(),
    name: 'Ana',
    email: 'ana@example.com',
    tags: ['vip'],
  });
  for (const body of [{ name: 'Ana' }, { email: 'ana@example.com' }, { add_tags: ['VIP'] }, { remove_tags: ['x'] }]) {
    expect((await writeOnly.patch(`/leads/${data.id}`, body)).body).toEqual({ data: { id: data.id, updated: true } });
  }
  const lead = (await partner.api.get<{ updated_at: string }>(`/leads/${data.id}`)).data;
  expect(lead.updated_at).toBe(data.lead.updated_at);
  expect((await partner.api.patch<{ updated: boolean }>(`/leads/${data.id}`, { name: 'Ana' })).data.updated).toBe(
    false,
  );
  expect((await writeOnly.patch(`/leads/${RANDOM_ID}`, { name: 'Ana' })).status).toBe(404);
});

describe('what cannot be applied', () => {
  it('is held whole when the phone is ambiguous, counts, and claims its external_id', async () => {
    const phone = await ambiguousPhone();
    const body = { phone, name: 'Ana', external_id: 'h1', attribution: { fbc: 'a\u0000\ud800' } };
    for (let i = 0; i < 3; i++) expect((await writeOnly.post('/leads', body)).status).toBe(202);
    expect(await held()).toEqual([{ reason: 'ambiguous_lead', body, state: 'held', external_id: 'h1', lead_id: null }]);
    const ledger = await partner.sql(
      'select result, claims_external_id from submissions where account_id = $1 and external_id = $2',
      'h1',
    );
    expect(ledger).toEqual([{ result: 'held', claims_external_id: true }]);
    const other = await partner.api.post('/leads', { phone: nextPhone.mobile(), external_id: 'h1' });
    expect(other.error.code).toBe('external_id_conflict');
    expect((await partner.api.post('/leads', body)).error.code).toBe('ambiguous_lead');
    expect(await count('leads', 'name is not null')).toBe(0);
  });

  it('is held once per external_id and phone when another phone has the external_id, however often and at once', async () => {
    await partner.api.post('/leads', { phone: nextPhone.mobile(), external_id: 'mine' });
    const phone = nextPhone.mobile();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => writeOnly.post('/leads', { phone, external_id: 'mine' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202));
    expect((await held()).map(({ reason, external_id }) => [reason, external_id])).toEqual([
      ['external_id_conflict', 'mine'],
    ]);
    expect(await used()).toBe(11);
    expect(await count('conversations')).toBe(1);
  });

  it('of two first sends of one external_id with two phones at once, one is applied and one is held', async () => {
    for (let round = 0; round < 3; round++) {
      const body = () => ({ phone: nextPhone.mobile(), external_id: `r${round}` });
      const answers = await Promise.all([writeOnly.post('/leads', body()), writeOnly.post('/leads', body())]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    }
    expect(await held()).toHaveLength(3);
    expect(await count('leads')).toBe(3);
  });

  it('holds a note that does not fit, and applies the rest', async () => {
    const phone = await knownPhone();
    await partner.sql(`update leads set notes = repeat('x', 2000) where account_id = $1`);
    await writeOnly.post('/leads', { phone, name: 'Ana', notes: 'importante' });
    const [lead] = await test.sql<{ id: string; name: string }>('select id, name from leads where account_id = $1', [
      partner.accountId,
    ]);
    expect(lead?.name).toBe('Ana');
    expect(await held()).toMatchObject([{ reason: 'notes_full', lead_id: lead?.id, body: { notes: 'importante' } }]);
  });

  it('puts one entry into the owner list and sends no mail', async () => {
    const phone = await ambiguousPhone();
    await writeOnly.post('/leads', { phone });
    expect(await count('notifications', `type = 'submission.held'`)).toBe(1);
    expect(await count('outbox', `kind not like 'api_key.%'`)).toBe(0);
  });
});
