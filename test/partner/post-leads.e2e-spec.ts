import type { Submitted } from '../support/lead-calls';
import { phones } from '../support/phones';
import { type Partner, RANDOM_ID, startApp, type TestApp } from '../support/app';

let test: TestApp;
let partner: Partner;
const nextPhone = phones();

beforeAll(async () => {
  test = await startApp();
  partner = await test.partner('leads:read', 'leads:write', 'pipeline:read');
});
afterAll(() => test.close());

const post = (body: object | string, from: Partner = partner) => from.api.post<Submitted>('/leads', body);

const pipelinesOf = async (from: Partner) =>
  (
    await from.api.get<{ id: string; name: string; stages: { id: string; name: string; is_won: boolean }[] }[]>(
      '/pipelines',
    )
  ).data;

const stageNamed = async (name: string, from: Partner = partner) => {
  const stage = (await pipelinesOf(from)).flatMap((pipeline) => pipeline.stages).find((one) => one.name === name);
  if (!stage) throw new Error(`no stage ${name}`);
  return stage.id;
};

/** The number of rows that the account has in every table but that of last uses, which are written beside the requests. */
async function rowCounts(accountId: string): Promise<Record<string, number>> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => table.name !== 'api_key_uses')) {
    const [row] = await test.sql<{ n: number }>(`select count(*)::int as n from ${name} where account_id = $1`, [
      accountId,
    ]);
    counts[name] = row?.n ?? 0;
  }
  return counts;
}

describe('a new lead', () => {
  it('is created with 201, with exactly the documented fields, in the entry stage of the default pipeline', async () => {
    const answer = await post({
      phone: nextPhone.mobile(),
      name: ' Maria ',
      email: 'Maria@Example.com',
      tags: ['b', 'A'],
    });
    expect(answer.status).toBe(201);
    const { data } = answer;
    expect(Object.keys(data).sort()).toEqual(['created', 'deal', 'duplicate', 'id', 'lead']);
    expect(Object.keys(data.lead).sort()).toEqual(
      ['created_at', 'deals', 'email', 'id', 'name', 'origin', 'phone', 'tags', 'updated_at', 'utm'].sort(),
    );
    expect(data).toMatchObject({ created: true, duplicate: false });
    expect(data.lead).toMatchObject({
      id: data.id,
      name: 'Maria',
      email: 'Maria@Example.com',
      tags: ['A', 'b'],
      origin: 'untracked',
      utm: { source: null, medium: null, campaign: null },
      deals: [data.deal],
    });
    expect(data.deal).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
      pipeline_id: (await pipelinesOf(partner))[0]?.id,
      stage_id: await stageNamed('Novo'),
      status: 'open',
      value: null,
      entered_stage_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      created_at: data.deal?.entered_stage_at,
    });
    expect(answer.body.warnings).toBeUndefined();
  });

  it('goes into the stage that the request names', async () => {
    const stage = await stageNamed('Em contato');
    const answer = await post({ phone: nextPhone.mobile(), deal: { stage_id: stage.toUpperCase(), value: 1234.567 } });
    expect(answer.data.deal).toMatchObject({ stage_id: stage, value: 1234.57 });
  });

  it.each([
    [0, 0],
    [0.005, 0.01],
    [1.005, 1.01],
    [2.675, 2.68],
    [1e-7, 0],
    [999_999_999_999.99, 999_999_999_999.99],
  ])('keeps the value %p as %p: rounded half away from zero on its decimal digits', async (value, kept) => {
    expect((await post({ phone: nextPhone.mobile(), deal: { value } })).data.deal?.value).toBe(kept);
  });

  it('may go into a lost stage', async () => {
    const answer = await post({ phone: nextPhone.mobile(), deal: { stage_id: await stageNamed('Perdido') } });
    expect(answer.status).toBe(201);
  });

  it('shows origin and utm only if the plan includes the automatic origin, and stores them all the same', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    await test.operator.patch(`/accounts/${other.accountId}`, { plan: { auto_origin: false } });
    const phone = nextPhone.mobile();
    const hidden = (await post({ phone, attribution: { utm_source: 'instagram' } }, other)).data.lead;
    expect(Object.keys(hidden)).not.toEqual(expect.arrayContaining(['origin']));
    expect(Object.keys(hidden)).not.toEqual(expect.arrayContaining(['utm']));
    await test.operator.patch(`/accounts/${other.accountId}`, { plan: { auto_origin: true } });
    expect((await post({ phone }, other)).data.lead).toMatchObject({ origin: 'social', utm: { source: 'instagram' } });
  });

  it('is a first contact even if another account knows the phone', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    const phone = nextPhone.mobile();
    expect((await post({ phone })).status).toBe(201);
    expect((await post({ phone }, other)).status).toBe(201);
  });
});

describe('external_id', () => {
  it('replays with 200, duplicate true and its header, with nothing new written', async () => {
    const phone = nextPhone.mobile();
    const first = await post({ phone, external_id: 'form:1@site', name: 'Ana' });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const before = await rowCounts(partner.accountId);
    const oldSpelling = phone.slice(0, 4) + phone.slice(5);
    const again = await post({
      phone: oldSpelling,
      external_id: 'form:1@site',
      name: 'Bia',
      tags: ['novo'],
      notes: 'x',
    });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.data).toEqual({ ...first.data, created: false, duplicate: true });
    expect(await rowCounts(partner.accountId)).toEqual(before);
  });

  it('must otherwise be a well-formed request; its deal part is not looked at', async () => {
    const phone = nextPhone.mobile();
    await post({ phone, external_id: 'valid-1' });
    expect((await post({ phone, external_id: 'valid-1', name: 7 })).fields).toEqual(['name']);
    for (const deal of [{ stage_id: await stageNamed('Ganho') }, { pipeline_id: RANDOM_ID, stage_id: 'x' }]) {
      const replay = await post({ phone, external_id: 'valid-1', deal });
      expect([replay.status, replay.data.duplicate]).toEqual([200, true]);
    }
  });

  it('with another phone is external_id_conflict and writes nothing', async () => {
    await post({ phone: nextPhone.mobile(), external_id: 'taken' });
    const before = await rowCounts(partner.accountId);
    const answer = await post({ phone: nextPhone.mobile(), external_id: 'taken', tags: ['nunca'] });
    expect([answer.status, answer.error.code]).toEqual([409, 'external_id_conflict']);
    expect(await rowCounts(partner.accountId)).toEqual(before);
  });

  it('belongs to the account: another account may use the same', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    await post({ phone: nextPhone.mobile(), external_id: 'shared' });
    expect((await post({ phone: nextPhone.mobile(), external_id: 'shared' }, other)).status).toBe(201);
  });
});

describe('the deal part', () => {
  it('is refused with 422 for ids that the account lacks, naming each', async () => {
    const deal = { pipeline_id: 'nonsense', stage_id: '01890000-0000-7000-8000-000000000000' };
    const answer = await post({ phone: nextPhone.mobile(), deal });
    expect([answer.status, answer.error.code]).toEqual([422, 'validation_error']);
    expect(answer.fields).toEqual(['deal.pipeline_id', 'deal.stage_id']);
  });

  it('needs an entry stage only where a deal is to be made: a known lead with its deal in the pipeline stays', async () => {
    const account = await test.partner('leads:read', 'leads:write', 'pipeline:read');
    const withoutDeal = await test.operator.post<{ phone: string }>(`/accounts/${account.accountId}/leads`, {
      phone: nextPhone.mobile(),
    });
    await test.sql('update stages set is_entry = false where account_id = $1', [account.accountId]);
    const stage = await stageNamed('Em contato', account);
    const known = nextPhone.mobile();
    expect((await post({ phone: known, deal: { stage_id: stage } }, account)).status).toBe(201);
    const again = await post({ phone: known, tags: ['x'] }, account);
    expect([again.status, again.data.lead.tags, again.data.deal?.stage_id]).toEqual([200, ['x'], stage]);
    for (const phone of [withoutDeal.data.phone, nextPhone.mobile()]) {
      const answer = await post({ phone: `+${phone}`.replace('++', '+') }, account);
      expect([answer.status, answer.error.code]).toEqual([409, 'pipeline_not_configured']);
    }
    const won = await post({ phone: known, deal: { stage_id: await stageNamed('Ganho', account) } }, account);
    expect(won.error.code).toBe('won_requires_closing');
  });

  it('is answered to a key without leads:read as for a new lead, whatever the phone has', async () => {
    const account = await test.partner('leads:read', 'leads:write', 'pipeline:read');
    const known = nextPhone.mobile();
    await post({ phone: known, external_id: 'known' }, account);
    await test.sql('update stages set is_entry = false where account_id = $1', [account.accountId]);
    const writer = await account.withKey('leads:write');
    for (const body of [{ phone: known }, { phone: known, external_id: 'known' }, { phone: nextPhone.mobile() }]) {
      const answer = await writer.post('/leads', body);
      expect([answer.status, answer.error.code]).toEqual([409, 'pipeline_not_configured']);
    }
  });

  it('refuses a stage of another pipeline and a won stage with 422', async () => {
    const account = await test.operator.post<{ id: string }>('/accounts', {
      name: 'Dois',
      owner: { name: 'Ana', email: 'dois2@example.com' },
      plan: { api: true, auto_origin: true },
      licence_active: true,
      comercial_enabled: true,
      pipelines: [
        {
          name: 'A',
          stages: [
            { name: 'a1', is_entry: true },
            { name: 'ganho', is_won: true },
          ],
        },
        { name: 'B', is_default: true, stages: [{ name: 'b1', is_entry: true }] },
      ],
    });
    const owner = test.operator.with({ 'X-Account-Id': account.data.id });
    const { key } = (
      await owner.post<{ key: string }>('/api-keys', {
        name: 'k',
        permissions: ['leads:read', 'leads:write', 'pipeline:read'],
      })
    ).data;
    const from = { ...partner, api: partner.api.with({ Authorization: `Bearer ${key}` }) };
    const [b, a] = await pipelinesOf(from);
    expect([b?.name, a?.name]).toEqual(['B', 'A']);
    const other = await post({ phone: nextPhone.mobile(), deal: { stage_id: a?.stages[0]?.id } }, from);
    expect([other.status, other.error.code]).toEqual([422, 'stage_in_other_pipeline']);
    const won = await post(
      { phone: nextPhone.mobile(), deal: { pipeline_id: a?.id, stage_id: a?.stages[1]?.id } },
      from,
    );
    expect([won.status, won.error.code]).toEqual([422, 'won_requires_closing']);
  });
});

describe('a refusal', () => {
  it.each([
    ['no phone', {}, ['phone']],
    ['an invalid phone', { phone: '1234' }, ['phone']],
    ['null', { phone: '11987654321', name: null, tags: null, consent: null }, ['name', 'tags', 'consent']],
    ['a long name', { phone: '11987654321', name: 'x'.repeat(121) }, ['name']],
    ['a bad e-mail', { phone: '11987654321', email: 'a@b' }, ['email']],
    ['six tags', { phone: '11987654321', tags: ['1', '2', '3', '4', '5', '6'] }, ['tags']],
    ['bad tags', { phone: '11987654321', tags: ['ok', ' ', 'x'.repeat(41), 4] }, ['tags.1', 'tags.2', 'tags.3']],
    ['a blank external_id', { phone: '11987654321', external_id: ' ' }, ['external_id']],
    ['control characters', { phone: '11987654321', name: 'a\u0000b', notes: 'a\tb' }, ['name', 'notes']],
    ['a lone surrogate', { phone: '11987654321', name: '\ud800' }, ['name']],
    [
      'a signal that is no text',
      { phone: '11987654321', attribution: { gclid: 1, utm_source: true } },
      ['attribution.gclid', 'attribution.utm_source'],
    ],
    [
      'unknown fields',
      { phone: '11987654321', origin: 'direct', deal: { status: 'won' }, attribution: { msclkid: 'x' } },
      ['origin', 'deal.status', 'attribution.msclkid'],
    ],
    ['a bad value', { phone: '11987654321', deal: { value: '10' } }, ['deal.value']],
    ['a negative value', { phone: '11987654321', deal: { value: -0.01 } }, ['deal.value']],
    ['too large a value', { phone: '11987654321', deal: { value: 1e12 } }, ['deal.value']],
    ['arrays for objects', { phone: '11987654321', deal: [], attribution: [{}] }, ['deal', 'attribution']],
  ])('for %s names every bad field, in Portuguese, and writes nothing', async (_, body, fields) => {
    const before = await rowCounts(partner.accountId);
    const answer = await post(body);
    expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', fields]);
    for (const { message } of answer.error.details?.fields ?? []) expect(message).toMatch(/^(deve|campo)/);
    expect(await rowCounts(partner.accountId)).toEqual(before);
  });

  it('counts blank name, e-mail and notes as absent', async () => {
    const answer = await post({ phone: nextPhone.mobile(), name: '  ', email: '', notes: '\n' });
    expect([answer.status, answer.data.lead.name, answer.data.lead.email]).toEqual([201, null, null]);
  });
});
