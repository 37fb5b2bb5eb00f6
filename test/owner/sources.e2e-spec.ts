import { gzipSync } from 'node:zlib';
import type { LeadDetail } from '../../src/contract/lead';
import type { NotificationView } from '../../src/contract/notification';
import type { DeliveryView, NewSourceView, SourceView } from '../../src/contract/source';
import { DeliveriesJob } from '../../src/sources/deliveries.job';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { phones } from '../support/phones';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const nextPhone = phones();
const calls = () => sourceCalls(test, partner);
const detail = async (id: string | null) => (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data;

describe('a source', () => {
  it('is made with an address that is shown once, and listed without it', async () => {
    const { create, find } = calls();
    const made = await create({ defaults: { tags: ['Site'] } });
    expect(made.address).toMatch(/\/in\/ent_in_[0-9A-Za-z]{49}$/);
    expect(made.hint).toBe(made.address.slice(-4));
    const { address: _, ...rest } = made;
    expect(await find(made.id)).toEqual({ ...rest, address: null });
    expect((await partner.owner.get<SourceView[]>('/sources')).data).toEqual([{ ...rest, address: null }]);
    expect(JSON.stringify((await partner.owner.get('/api-keys')).body)).not.toContain(made.id);
    const [notification] = (await partner.owner.get<NotificationView[]>('/notifications')).data;
    expect(notification).toMatchObject({ type: 'source.created' });
  });

  it('has a public address as a form, shown as often as wanted', async () => {
    const { create, find } = calls();
    const made = await create({ kind: 'form', form: { title: 'Orçamento' } });
    expect(made.address).toMatch(/\/f\/[0-9A-Za-z]{12}$/);
    expect(await find(made.id)).toMatchObject({ address: made.address, form: { title: 'Orçamento' } });
  });

  it('is one of at most twenty active ones, also when they are made at once', async () => {
    const { create } = calls();
    await Promise.all(times(18, () => create()));
    const answers = await Promise.all(
      times(6, () => partner.owner.post<NewSourceView>('/sources', { kind: 'form', name: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const [one] = (await partner.owner.get<SourceView[]>('/sources')).data;
    expect((await partner.owner.patch(`/sources/${one?.id}`, { active: false })).status).toBe(200);
    expect((await partner.owner.post('/sources', { kind: 'webhook', name: 'x' })).status).toBe(201);
    expect((await partner.owner.patch(`/sources/${one?.id}`, { active: true })).error.code).toBe('conflict');
  });

  it('changes what is sent only', async () => {
    const { create } = calls();
    const { id, address: _, ...made } = await create({ defaults: { tags: ['a'], consent: true } });
    const mapping = [{ path: ' Seu\nfone ', field: 'phone' }];
    const changed = await partner.owner.patch<SourceView>(`/sources/${id}`, { mapping, defaults: { tags: ['b'] } });
    expect(changed.data).toEqual({ ...made, id, address: null, mapping, defaults: { ...made.defaults, tags: ['b'] } });
    expect((await partner.owner.patch<SourceView>(`/sources/${id}`, { google_key: 'k' })).data.has_google_key).toBe(
      true,
    );
    expect((await partner.owner.patch<SourceView>(`/sources/${id}`, { google_key: null })).data.has_google_key).toBe(
      false,
    );
  });

  it('has a form that is replaced whole', async () => {
    const { create } = calls();
    const { id } = await create({ kind: 'form', form: { title: 'Orçamento', fields: { name: 'required' } } });
    const form = { button: 'Quero' };
    expect((await partner.owner.patch<SourceView>(`/sources/${id}`, { form })).data.form).toEqual(form);
    expect((await partner.owner.patch<SourceView>(`/sources/${id}`, { name: 'x' })).data.form).toEqual(form);
  });

  it.each<[string, object, string[]]>([
    ['no kind and name', {}, ['kind', 'name']],
    ['an unknown kind', { kind: 'x', name: 'x' }, ['kind']],
    [
      'a bad default',
      { kind: 'form', name: 'x', defaults: { origin: 'x', tags: ['', 'a'] } },
      ['defaults.origin', 'defaults.tags.0'],
    ],
    ['an unknown field', { kind: 'form', name: 'x', mapping: [] }, ['mapping']],
  ])('is refused with %s', async (_, body, fields) => {
    const answer = await partner.owner.post('/sources', body);
    expect([answer.status, [...answer.fields].sort()]).toEqual([422, [...fields].sort()]);
  });

  it('is unknown to another account and to sellers', async () => {
    const { create } = calls();
    const { id } = await create();
    const other = await test.partner('leads:read');
    expect((await other.owner.get(`/sources/${id}`)).status).toBe(404);
    expect((await other.owner.get(`/sources/${id}/deliveries`)).status).toBe(404);
    expect((await other.owner.patch(`/sources/${id}`, { name: 'x' })).status).toBe(404);
    expect((await other.owner.delete(`/sources/${id}`)).status).toBe(404);
    expect((await other.owner.post(`/sources/${id}/address`)).status).toBe(404);
    expect((await partner.owner.get(`/sources/${RANDOM_ID}`)).status).toBe(404);
  });
});

describe('POST /in/{token}', () => {
  it('makes a lead, and answers alike whatever became of it', async () => {
    const { create, send, latest, find } = calls();
    const source = await create({ defaults: { tags: ['Site'] } });
    const phone = nextPhone.mobile();
    const answer = await send(source, { nome: 'Ana Lima', telefone: phone, mensagem: 'Bom dia' });
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const delivery = await latest(source.id);
    expect(delivery).toMatchObject({ result: 'created', reason: null, left_out: [] });
    const lead = await detail(delivery.lead_id);
    expect(lead).toMatchObject({ name: 'Ana Lima', tags: ['Site'] });
    expect(lead.notes).toMatch(/^\[API · site · [-\d]+\] Bom dia$/);
    const held = await send(source, { nome: 'Ana Lima' });
    expect([held.status, await held.json()]).toEqual([200, { received: true }]);
    expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'no_phone', lead_id: null });
    expect(await find(source.id)).toMatchObject({ received_7_days: 2, problems_7_days: 1, spam_7_days: 0 });
  });

  it('knows the same again, by its bytes or by the id of the tool', async () => {
    const { create, send, list } = calls();
    const source = await create();
    const body = { telefone: nextPhone.mobile(), nome: 'Bia' };
    for (let n = 0; n < 2; n++) await send(source, body);
    const other = { submission_id: 's1', telefone: nextPhone.mobile(), nome: 'Eva' };
    await send(source, other);
    await send(source, Object.fromEntries(Object.entries(other).reverse()));
    await send(source, { ...other, nome: 'Eva Maria' });
    const results = (await list(source.id)).map(({ result }) => result);
    expect(results).toEqual(['updated', 'duplicate', 'created', 'duplicate', 'created']);
    // Another tool may count from the same number.
    const second = await create();
    await send(second, other);
    expect((await list(second.id)).map(({ result }) => result)).toEqual(['updated']);
  });

  it('keeps no key, token or signature of a body', async () => {
    const { create, send, latest } = calls();
    const source = await create();
    const form = new URLSearchParams({ recado: 'x', api_key: 'segredo 1', 'h-captcha-response': 'segredo 2' });
    const fields = [{ label: 'signature', value: 'segredo 3' }];
    for (const body of [{ token: 'segredo 4', dados: { google_key: 'segredo 5' }, fields }, form.toString()]) {
      await send(source, body);
      const { id } = await latest(source.id);
      const [row] = await test.sql<{ body: string; rest: string }>(
        `select convert_from(body, 'UTF8') as body, concat(fields, left_out, digits) as rest from deliveries where id = $1`,
        [id],
      );
      expect(row?.body).toMatch(/recado|dados/);
      expect(`${row?.body} ${row?.rest}`).not.toContain('segredo');
    }
  });

  it('applies the same delivery once, however often it comes at once', async () => {
    const { create, send, list } = calls();
    const source = await create();
    const body = { telefone: nextPhone.mobile() };
    await Promise.all(times(12, () => send(source, body)));
    await Promise.all(times(12, () => send(source, 'unreadable: \u0000')));
    const results = (await list(source.id)).map(({ result }) => result).sort();
    expect(results).toEqual(['created', ...times(22, () => 'duplicate'), 'held']);
  });

  it('receives each of several people', async () => {
    const { create, send, list } = calls();
    const source = await create();
    const people = times(3, (n) => ({ nome: `Pessoa ${n}`, telefone: nextPhone.mobile() }));
    await send(source, { leads: people });
    await send(source, people);
    const results = (await list(source.id)).map(({ result }) => result);
    expect(results).toEqual(['duplicate', 'duplicate', 'duplicate', 'created', 'created', 'created']);
  });

  it('answers 404 for an unknown token, 410 for an ended one, and alike to those who look', async () => {
    const { create, send, here } = calls();
    const source = await create();
    const unknown = source.address.replace(/.{8}$/, 'AAAAAAAA');
    expect((await send({ address: unknown }, {})).status).toBe(404);
    const looks = await Promise.all(
      [source.address, unknown].map(async (address) => (await fetch(here(address))).text()),
    );
    expect(looks[0]).toBe(looks[1]);
    const renewed = (await partner.owner.post<NewSourceView>(`/sources/${source.id}/address`)).data;
    expect(renewed.address).not.toBe(source.address);
    for (const address of [source.address, renewed.address]) {
      expect((await send({ address }, { telefone: nextPhone.mobile() })).status).toBe(200);
    }
    const last = (await partner.owner.post<NewSourceView>(`/sources/${source.id}/address`, { ends_in_hours: 0 })).data;
    for (const address of [source.address, renewed.address]) expect((await send({ address }, {})).status).toBe(410);
    await partner.owner.patch(`/sources/${source.id}`, { active: false });
    expect((await send(last, {})).status).toBe(410);
    await partner.owner.patch(`/sources/${source.id}`, { active: true });
    expect((await send(last, { telefone: nextPhone.mobile() })).status).toBe(200);
    expect((await partner.owner.delete(`/sources/${source.id}`)).status).toBe(204);
    expect((await send(last, {})).status).toBe(410);
  });

  it('reads a compressed body, and holds what it cannot inflate', async () => {
    const { create, send, latest } = calls();
    const source = await create();
    const body = gzipSync(JSON.stringify({ telefone: nextPhone.mobile() }));
    await send(source, body, { 'Content-Encoding': 'gzip' });
    expect(await latest(source.id)).toMatchObject({ result: 'created' });
    await send(source, body, { 'Content-Encoding': 'gzip, br' });
    expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'unreadable' });
    await send(source, body.subarray(0, 40), { 'Content-Encoding': 'gzip' });
    expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'unreadable' });
  });

  it('refuses more than 65,536 bytes', async () => {
    const { create, send } = calls();
    const source = await create();
    const body = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
    expect((await send(source, body(65_537))).status).toBe(413);
    expect((await send(source, body(65_536))).status).toBe(200);
  });

  it('compares the key of Google Ads, and makes no lead of a test', async () => {
    const { create, send, list } = calls();
    const source = await create({ google_key: 'segredo' });
    const body = { lead_id: 'l1', user_column_data: [{ column_id: 'PHONE_NUMBER', string_value: nextPhone.mobile() }] };
    for (const google_key of ['outro', undefined])
      expect((await send(source, { ...body, google_key })).status).toBe(404);
    expect((await send(source, { ...body, google_key: 'segredo', is_test: true })).status).toBe(200);
    expect((await send(source, { ...body, google_key: 'segredo', is_test: false })).status).toBe(200);
    const deliveries = await list(source.id);
    expect(deliveries.map(({ result }) => result)).toEqual(['created', 'test']);
    expect(JSON.stringify(deliveries)).not.toContain('segredo');
  });

  it('holds what came while the licence is off, and applies it when it is on again', async () => {
    const { create, send, latest } = calls();
    const source = await create();
    const change = (licence_active: boolean) =>
      test.operator.patch(`/accounts/${partner.accountId}`, { licence_active });
    await change(false);
    expect((await send(source, { telefone: nextPhone.mobile() })).status).toBe(200);
    await change(true);
    expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'plan_inactive' });
    await test.app.get(DeliveriesJob).run();
    expect(await latest(source.id)).toMatchObject({ result: 'created' });
  });
});

describe('a held delivery', () => {
  it('is read again by the mapping that the owner gives, with the others of its source', async () => {
    const { create, send, list, readAgain } = calls();
    const source = await create();
    for (let n = 0; n < 3; n++) await send(source, { campo_9: nextPhone.mobile(), nome: 'Ana' });
    const [held] = await list(source.id);
    const path = held?.fields.find(({ value }) => /^\d{10,}$/.test(value))?.path;
    await partner.owner.patch(`/sources/${source.id}`, { mapping: [{ path, field: 'phone' }] });
    expect(await readAgain(held?.id ?? '')).toMatchObject({ result: 'created' });
    await test.app.get(DeliveriesJob).run();
    expect((await list(source.id)).map(({ result }) => result)).toEqual(['created', 'created', 'created']);
    expect(await readAgain(held?.id ?? '')).toMatchObject({ result: 'created' });
  });

  it('of a deleted source is read again by fields that are added to its mapping, and nothing else of it changes', async () => {
    const { create, send, latest, readAgain } = calls();
    const source = await create();
    const path = `/sources/${source.id}`;
    await partner.owner.patch(path, { mapping: [{ path: 'campo_8', field: 'name' }] });
    await send(source, { campo_9: nextPhone.mobile(), campo_8: 'Ana Lima' });
    const { id } = await latest(source.id);
    await partner.owner.delete(path);
    const mapping = [{ path: 'campo_9', field: 'phone' }];
    expect((await partner.owner.patch(path, { mapping, name: 'x' })).status).toBe(404);
    expect((await partner.owner.patch(path, { active: true })).status).toBe(404);
    expect((await partner.owner.patch<SourceView>(path, { mapping })).data.mapping).toEqual([
      { path: 'campo_8', field: 'name' },
      ...mapping,
    ]);
    const { result, lead_id } = await readAgain(id);
    expect([result, (await detail(lead_id)).name]).toEqual(['created', 'Ana Lima']);
    for (const gone of [path, `${path}/deliveries`]) expect((await partner.owner.get(gone)).status).toBe(404);
    expect((await partner.owner.delete(path)).status).toBe(404);
    expect((await partner.owner.post(`${path}/address`)).status).toBe(404);
  });

  it('is applied once when it is read again at once', async () => {
    const { create, send, latest } = calls();
    const source = await create();
    await send(source, { campo_9: nextPhone.mobile(), mensagem: 'Oi' });
    const { id, fields } = await latest(source.id);
    const path = fields.find(({ value }) => /^\d{10,}$/.test(value))?.path;
    await partner.owner.patch(`/sources/${source.id}`, { mapping: [{ path, field: 'phone' }] });
    const answers = await Promise.all(times(8, () => partner.owner.post<DeliveryView>(`/deliveries/${id}/read-again`)));
    expect(new Set(answers.map(({ data }) => data.result))).toEqual(new Set(['created']));
    const { notes } = await detail(answers[0]?.data.lead_id ?? null);
    expect(notes.match(/Oi/g)).toHaveLength(1);
  });

  it('can be dismissed, and stays held where nothing changed', async () => {
    const { create, send, latest, readAgain, dismiss } = calls();
    const source = await create();
    await send(source, { nome: 'Ana' });
    const { id } = await latest(source.id);
    expect(await readAgain(id)).toMatchObject({ result: 'held', reason: 'no_phone' });
    expect((await partner.owner.get<DeliveryView[]>('/deliveries?result=held')).data.map((one) => one.id)).toEqual([
      id,
    ]);
    expect(await dismiss(id)).toMatchObject({ result: 'dismissed' });
    expect(await readAgain(id)).toMatchObject({ result: 'dismissed' });
    expect((await partner.owner.get<DeliveryView[]>('/deliveries?result=held')).data).toEqual([]);
  });

  it('has the people beyond the first hundred, who are applied once and count for no day', async () => {
    const { create, send, list, readAgain } = calls();
    const source = await create();
    await send(
      source,
      times(103, () => ({ telefone: nextPhone.mobile() })),
    );
    const [rest] = (await partner.owner.get<DeliveryView[]>('/deliveries?result=held')).data;
    await partner.sql('update daily_submissions set used = 2399 where account_id = $1');
    expect(await readAgain(rest?.id ?? '')).toMatchObject({ result: 'dismissed' });
    await test.app.get(DeliveriesJob).run();
    const results = (await list(source.id)).slice(0, 4).map(({ result }) => result);
    expect(results).toEqual(['created', 'created', 'created', 'dismissed']);
  });

  it('keeps the others of a list from which a person is erased', async () => {
    const { create, send, list, readAgain } = calls();
    const source = await create();
    const people = times(104, (n) => ({ nome: `Pessoa ${n}`, telefone: nextPhone.mobile() }));
    await send(source, people);
    const [rest] = (await partner.owner.get<DeliveryView[]>('/deliveries?result=held')).data;
    expect((await partner.owner.post('/people/erase', { phone: people[102]?.telefone })).status).toBe(200);
    expect(await readAgain(rest?.id ?? '')).toMatchObject({ result: 'dismissed' });
    const names = (await partner.owner.get<{ name: string }[]>('/leads?limit=3&order=created')).data.map(
      ({ name }) => name,
    );
    expect(names).toEqual(['Pessoa 103', 'Pessoa 101', 'Pessoa 100']);
    expect((await list(source.id)).slice(0, 3).map(({ result }) => result)).toEqual(['created', 'created', 'created']);
  });

  it('of a phone with several leads waits', async () => {
    const { create, send, latest } = calls();
    const source = await create();
    const phone = nextPhone.mobile();
    for (let n = 0; n < 2; n++) {
      await test.operator.post(`/accounts/${partner.accountId}/leads`, { phone, allow_duplicate: true });
    }
    await send(source, { telefone: phone });
    expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'ambiguous_lead' });
    expect((await partner.owner.get<unknown[]>('/held-submissions')).data).toEqual([]);
  });
});

describe('what came for a person', () => {
  it('is exported and erased by the phone, also where it waits unread', async () => {
    const { create, send, list } = calls();
    const source = await create();
    const phone = nextPhone.mobile();
    await send(source, { telefone: phone, nome: 'Ana Única' });
    await send(source, { outro: `ligar para (${phone.slice(0, 2)}) ${phone.slice(2)}`, nome: 'Ana Única' });
    const unread = Buffer.from(`n\xe3o \xe9 JSON, ${phone}`, 'latin1');
    await send(source, unread);
    await send(source, { telefone: nextPhone.mobile(), nome: 'Outra' });
    const exported = (await partner.owner.post<{ deliveries: { body: string }[] }>('/people/export', { phone })).data;
    expect(exported.deliveries).toHaveLength(3);
    expect(exported.deliveries[2]?.body).toBe(unread.toString('base64'));
    expect((await partner.owner.post('/people/erase', { phone })).status).toBe(200);
    const after = await list(source.id);
    expect(after.map(({ result, fields }) => [result, fields.length > 0])).toEqual([
      ['created', true],
      ['dismissed', false],
      ['dismissed', false],
      ['created', false],
    ]);
    const left = await partner.sql<{ n: number }>(
      'select count(body)::int + count(digits)::int + count(phone_key)::int as n from deliveries where account_id = $1',
    );
    expect(left).toEqual([{ n: 2 }]);
  });
});
