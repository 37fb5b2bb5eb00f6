import type { LeadView } from '../../src/contract/lead';
import { everythingOf, leadCalls } from '../support/lead-calls';
import { appForAllTests, newAccount, RANDOM_ID } from '../support/app';
import { forAllTests } from '../support/setup';
import type { Pipeline } from '../support/pipelines';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const { nextPhone, post } = leadCalls(test, partner);

/** Returns the stage of this name in the account's only pipeline. */
const stageNamed = async (name: string, from = partner) => (await from.stages())[name] ?? '';
/** Returns all rows of the account, to check that nothing is written. */
const everything = () => everythingOf(test, partner.accountId);

describe('a new lead', () => {
  it('is created with 201, with exactly the documented fields, in the entry stage of the default pipeline', async () => {
    const answer = await post({ name: ' Maria ', email: 'Maria@Example.com', tags: ['b', 'A'] });
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
      pipeline_id: (await partner.api.get<Pipeline[]>('/pipelines')).data[0]?.id,
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
    const answer = await post({ deal: { stage_id: stage.toUpperCase(), value: 1234.567 } });
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
    expect((await post({ deal: { value } })).data.deal?.value).toBe(kept);
  });

  it('may go into a lost stage', async () => {
    const answer = await post({ deal: { stage_id: await stageNamed('Perdido') } });
    expect(answer.status).toBe(201);
  });

  it('shows origin and utm only if the plan includes the automatic origin, but always stores them', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    await test.operator.patch(`/accounts/${other.accountId}`, { plan: { auto_origin: false } });
    const phone = nextPhone.mobile();
    const hidden = (await post({ phone, attribution: { utm_source: 'instagram' } }, other.api)).data.lead;
    expect(Object.keys(hidden)).not.toEqual(expect.arrayContaining(['origin']));
    expect(Object.keys(hidden)).not.toEqual(expect.arrayContaining(['utm']));
    await test.operator.patch(`/accounts/${other.accountId}`, { plan: { auto_origin: true } });
    expect((await post({ phone }, other.api)).data.lead).toMatchObject({
      origin: 'social',
      utm: { source: 'instagram' },
    });
  });

  describe.each([true, false])(
    'is answered as it is read afterwards, the plan with automatic origin: %s',
    (autoOrigin) => {
      const own = forAllTests(async () => {
        const made = await test.partner('leads:read', 'leads:write');
        await test.operator.patch(`/accounts/${made.accountId}`, { plan: { auto_origin: autoOrigin } });
        // Spellings that the account keeps. Their order differs between UTF-8 and UTF-16.
        await made.api.post('/leads', { phone: nextPhone.mobile(), tags: ['VIP', 'Á\u{1F600}', 'á\uFFFD', 'B"\\'] });
        return made;
      });

      it.each<[string, object]>([
        ['only a phone', {}],
        ['tags that the account has', { tags: ['vip', 'á\u{1F600}', 'Á\uFFFD', 'b"\\'] }],
        ['tags of which one is new', { tags: ['vip', 'novo'] }],
        ['a value and words with every kind of character', { name: `D'Á "\\ \u{1F600} ©`, deal: { value: 1234.565 } }],
        ['an e-mail, and a value without cents', { email: 'Ana@Example.com', deal: { value: 10 } }],
        ['an origin', { attribution: { utm_source: 'Instagram', utm_campaign: ' "x" ', fbclid: 'abcdefgh' } }],
      ])('%s', async (_, body) => {
        const { status, data } = await post(body, own.api);
        expect(status).toBe(201);
        expect(data.lead).toEqual((await own.api.get(`/leads/${data.id}`)).data);
        expect(data.deal).toEqual(data.lead.deals[0]);
      });
    },
  );

  it('is a first contact even if another account knows the phone', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    const phone = nextPhone.mobile();
    expect((await post({ phone })).status).toBe(201);
    expect((await post({ phone }, other.api)).status).toBe(201);
  });
});

describe('external_id', () => {
  it('replays with 200, duplicate true and its header, with nothing new written', async () => {
    const phone = nextPhone.mobile();
    const first = await post({ phone, external_id: 'form:1@site', name: 'Ana' });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const before = await everything();
    const oldSpelling = phone.slice(0, 4) + phone.slice(5);
    const sent = { external_id: 'form:1@site', name: 'Bia', tags: ['novo'], notes: 'x' };
    const again = await post({ phone: oldSpelling, ...sent });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.data).toEqual({ ...first.data, created: false, duplicate: true });
    expect(await everything()).toEqual(before);
  });

  it('must otherwise be a well-formed request; its deal part is not checked', async () => {
    const phone = nextPhone.mobile();
    await post({ phone, external_id: 'valid-1' });
    expect((await post({ phone, external_id: 'valid-1', name: 7 })).fields).toEqual(['name']);
    for (const deal of [{ stage_id: await stageNamed('Ganho') }, { pipeline_id: RANDOM_ID, stage_id: 'x' }]) {
      const replay = await post({ phone, external_id: 'valid-1', deal });
      expect([replay.status, replay.data.duplicate]).toEqual([200, true]);
    }
  });

  it('with another phone is external_id_conflict and writes nothing', async () => {
    await post({ external_id: 'taken' });
    const before = await everything();
    const answer = await post({ external_id: 'taken', tags: ['nunca'] });
    expect([answer.status, answer.error.code]).toEqual([409, 'external_id_conflict']);
    expect(await everything()).toEqual(before);
  });

  it('belongs to the account: another account may use the same', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    await post({ external_id: 'shared' });
    expect((await post({ external_id: 'shared' }, other.api)).status).toBe(201);
  });
});

describe('the deal part', () => {
  it('is refused with 422 for ids that the account does not have, naming each', async () => {
    const deal = { pipeline_id: 'nonsense', stage_id: '01890000-0000-7000-8000-000000000000' };
    const answer = await post({ deal });
    expect([answer.status, answer.error.code]).toEqual([422, 'validation_error']);
    expect(answer.fields).toEqual(['deal.pipeline_id', 'deal.stage_id']);
  });

  it('needs an entry stage only where a deal is to be made: a known lead with its deal in the pipeline stays', async () => {
    const account = await test.partner('leads:read', 'leads:write', 'pipeline:read');
    const withoutDeal = await account.staff.post<{ phone: string }>('/leads', { phone: nextPhone.mobile() });
    await account.sql('update stages set is_entry = false where account_id = $1');
    const stage = await stageNamed('Em contato', account);
    const known = nextPhone.mobile();
    expect((await post({ phone: known, deal: { stage_id: stage } }, account.api)).status).toBe(201);
    const again = await post({ phone: known, tags: ['x'] }, account.api);
    expect([again.status, again.data.lead.tags, again.data.deal?.stage_id]).toEqual([200, ['x'], stage]);
    for (const phone of [withoutDeal.data.phone, nextPhone.mobile()]) {
      const answer = await post({ phone: `+${phone}`.replace('++', '+') }, account.api);
      expect([answer.status, answer.error.code]).toEqual([409, 'pipeline_not_configured']);
    }
    const won = await post({ phone: known, deal: { stage_id: await stageNamed('Ganho', account) } }, account.api);
    expect(won.error.code).toBe('won_requires_closing');
  });

  it('is answered to a key without leads:read as for a new lead, also for a known phone', async () => {
    const account = await test.partner('leads:read', 'leads:write', 'pipeline:read');
    const known = nextPhone.mobile();
    await post({ phone: known, external_id: 'known' }, account.api);
    await account.sql('update stages set is_entry = false where account_id = $1');
    const writer = await account.withKey('leads:write');
    for (const body of [{ phone: known }, { phone: known, external_id: 'known' }, { phone: nextPhone.mobile() }]) {
      const answer = await writer.post('/leads', body);
      expect([answer.status, answer.error.code]).toEqual([409, 'pipeline_not_configured']);
    }
  });

  it('refuses a stage of another pipeline and a won stage with 422', async () => {
    const first = { name: 'a1', is_entry: true };
    const pipelines = [
      { name: 'A', stages: [first, { name: 'ganho', is_won: true }] },
      { name: 'B', is_default: true, stages: [{ name: 'b1', is_entry: true }] },
    ];
    const { id } = (await test.operator.post<{ id: string }>('/accounts', newAccount({ pipelines }))).data;
    const owner = test.operator.with({ 'X-Account-Id': id });
    const asked = { name: 'k', permissions: ['leads:read', 'leads:write', 'pipeline:read'] };
    const { key } = (await owner.post<{ key: string }>('/api-keys', asked)).data;
    const api = partner.api.with({ Authorization: `Bearer ${key}` });
    const [b, a] = (await api.get<Pipeline[]>('/pipelines')).data;
    expect([b?.name, a?.name]).toEqual(['B', 'A']);
    const other = await post({ deal: { stage_id: a?.stages[0]?.id } }, api);
    expect([other.status, other.error.code]).toEqual([422, 'stage_in_other_pipeline']);
    const won = await post({ deal: { pipeline_id: a?.id, stage_id: a?.stages[1]?.id } }, api);
    expect([won.status, won.error.code]).toEqual([422, 'won_requires_closing']);
  });
});

describe('a refusal', () => {
  it.each([
    ['no phone', {}, ['phone']],
    ['an invalid phone', { phone: '1234' }, ['phone']],
    ['null in a list, and for the phone', { tags: [null], phone: null }, ['tags.0', 'phone']],
    ['a long name', { phone: '11987654321', name: 'x'.repeat(121) }, ['name']],
    ['a bad e-mail', { phone: '11987654321', email: 'a@b' }, ['email']],
    ['six tags', { phone: '11987654321', tags: ['1', '2', '3', '4', '5', '6'] }, ['tags']],
    ['bad tags', { phone: '11987654321', tags: ['ok', ' ', 'x'.repeat(41), 4] }, ['tags.2', 'tags.3']],
    ['white space in an external_id', { phone: '11987654321', external_id: ' a' }, ['external_id']],
    ['control characters', { phone: '11987654321', name: 'a\u0000b', notes: 'a\tb' }, ['name', 'notes']],
    ['a lone surrogate', { phone: '11987654321', name: '\ud800' }, ['name']],
    [
      'a signal that is not a text',
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
    const before = await everything();
    const answer = await partner.api.post('/leads', body);
    expect([answer.status, answer.error.code, answer.fields]).toEqual([422, 'validation_error', fields]);
    for (const { message } of answer.error.details?.fields ?? [])
      expect(message).toMatch(/^(deve|campo|falta|tem|veio)/);
    expect(await everything()).toEqual(before);
  });

  it('counts null in an optional field as absent, as no-code tools send it', async () => {
    const [names, nothing] = [
      ['name', 'email', 'notes', 'tags', 'external_id', 'consent', 'attribution', 'deal'],
      null,
    ];
    const plain = await post({});
    const empty = Object.fromEntries(names.map((name) => [name, nothing]));
    const answer = await post(empty);
    expect(answer.status).toBe(201);
    const shape = ({ name, email, tags, origin }: LeadView) => ({ name, email, tags, origin });
    expect(shape(answer.data.lead)).toEqual(shape(plain.data.lead));
    const inDeal = await post({ deal: { pipeline_id: null, stage_id: null, value: null } });
    expect([inDeal.status, inDeal.data.deal]).toMatchObject([
      201,
      { stage_id: plain.data.deal?.stage_id, value: null },
    ]);
  });

  it('counts blank name, e-mail and notes as absent', async () => {
    const answer = await post({ name: '  ', email: '', notes: '\n' });
    expect([answer.status, answer.data.lead.name, answer.data.lead.email]).toEqual([201, null, null]);
  });
});
