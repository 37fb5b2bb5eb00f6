import { DAY_MS, HOUR_MS } from '../../src/contract/durations';
import type { LeadDetail } from '../../src/contract/lead';
import type { SourceForm } from '../../src/contract/source';
import { ResponseTick } from '../../src/common/http/response-tick';
import { SpamJob } from '../../src/sources/deliveries.job';
import { appForAllTests } from '../support/app';
import { formCalls, formVisitor, hiddenIn } from '../support/form-visitor';
import { phones } from '../support/phones';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';
import { until } from '../support/waiting';

const test = appForAllTests({ TRUST_PROXY: '1' });
afterEach(() => jest.restoreAllMocks());
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const nextPhone = phones();
const calls = () => ({ ...sourceCalls(test, partner), ...formCalls(test, partner) });
const detail = async (id: string | null) => (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data;

const FORM: SourceForm = {
  title: 'Peça um orçamento',
  fields: { name: 'required', email: 'optional', message: 'optional' },
  questions: [
    { label: 'Bairro', required: false },
    { label: 'Período', choices: ['Manhã', 'Tarde'], required: true },
  ],
  consent: { text: 'Aceito receber contato.', url: 'https://clinica.com.br/privacidade', required: true },
};
const values = (more: object = {}) => ({
  phone: nextPhone.mobile(),
  name: 'Maria',
  q2: 'Tarde',
  consent: 'sim',
  ...more,
});
const thanksOf = ({ path }: { path: string }) => `${path}/obrigado`;

describe('the page of a form', () => {
  it('needs nothing else: no script but its own, no cookie, no other host', async () => {
    const { create } = calls();
    const { path } = await create(FORM);
    const { status, headers, html } = await formVisitor(test).get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect([headers['set-cookie'], headers['x-frame-options']]).toEqual([undefined, undefined]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(
      /^sandbox allow-forms allow-scripts allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; form-action 'self' http:\/\/[\w.:]+; base-uri 'none'; frame-ancestors \*$/,
    );
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('formulário de Conta de teste');
    expect(Buffer.byteLength(html)).toBeLessThan(15_000);
  });

  it('may be framed by the pages of the account and by the console, where the account names its domains', async () => {
    const { create } = calls();
    const { path } = await create();
    await partner.owner.patch('/account', { site_domains: ['clinica.com.br'] });
    const { headers } = await formVisitor(test).get(path);
    expect(headers['content-security-policy']).toMatch(
      / frame-ancestors 'self' http:\/\/clinica\.com\.br:\* http:\/\/\*\.clinica\.com\.br:\*$/,
    );
    const console = await formVisitor(test).get('/console');
    expect(console.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('takes the signals of its address, and the site of a visitor who opens it outside a frame', async () => {
    const { create } = calls();
    const { path } = await create();
    const visitor = formVisitor(test);
    const from = { Referer: 'https://l.instagram.com/loja?u=maria', 'Sec-Fetch-Dest': 'document' };
    const signals = 'utm_source=ig&fbclid=IwAR0abcdefgh1234&telefone=11987654321';
    const opened = hiddenIn((await visitor.get(`${path}?${signals}`, from)).html);
    expect(opened).toEqual({
      token: expect.any(String) as string,
      utm_source: 'ig',
      fbclid: 'IwAR0abcdefgh1234',
      referrer: 'https://l.instagram.com/loja',
    });
    const framed = hiddenIn((await visitor.get(path, { ...from, 'Sec-Fetch-Dest': 'iframe' })).html);
    expect(Object.keys(framed)).toEqual(['token']);
  });

  it('is not there for an unknown address, and gone for one that ended', async () => {
    const { create } = calls();
    const visitor = formVisitor(test);
    for (const path of ['', '/obrigado', '/embed.js']) {
      const answer = await visitor.get(`/f/AAAAAAAAAAAA${path}`);
      expect([answer.status, answer.html]).toEqual([404, expect.stringContaining('Formulário não encontrado')]);
    }
    const off = await create();
    await partner.owner.patch(`/sources/${off.id}`, { active: false });
    const deleted = await create();
    await partner.owner.delete(`/sources/${deleted.id}`);
    const webhook = await calls().create({}, { kind: 'webhook', form: undefined });
    expect((await visitor.get(`/f/${webhook.path.split('/').pop()}`)).status).toBe(404);
    for (const { path } of [off, deleted]) {
      for (const answer of [await visitor.get(path), await visitor.post(path, values())]) {
        expect([answer.status, answer.html]).toEqual([410, expect.stringContaining('não recebe mais contatos')]);
        expect(answer.headers['content-security-policy']).toContain('sandbox');
      }
    }
  });

  it('is gone while the account may not use the service', async () => {
    const { create, send } = calls();
    const source = await create();
    await test.operator.patch(`/accounts/${partner.accountId}`, { licence_active: false });
    expect((await formVisitor(test).get(source.path)).status).toBe(410);
    expect((await send(source, values())).status).toBe(410);
    await test.operator.patch(`/accounts/${partner.accountId}`, { licence_active: true, plan: { api: false } });
    expect((await send(source, values())).status).toBe(303);
  });
});

describe('what is sent by a form', () => {
  it('is a lead, with the answers, the signals and the consent to the sentence that was shown', async () => {
    const { create, send, latest } = calls();
    const source = await create(FORM, { defaults: { tags: ['Site'] } });
    const sent = values({ email: 'maria@example.com', message: 'Bom dia', q1: 'Centro', utm_source: 'ig' });
    const answer = await send(source, sent);
    expect([answer.status, answer.headers.location]).toEqual([303, thanksOf(source)]);
    const delivery = await latest(source.id);
    expect(delivery).toMatchObject({ result: 'created', reason: null, left_out: [] });
    expect(delivery.fields).toContainEqual({
      path: 'q1',
      label: 'Bairro',
      value: 'Centro',
      field: 'notes',
      guessed: false,
    });
    const lead = await detail(delivery.lead_id);
    expect(lead).toMatchObject({ name: 'Maria', email: 'maria@example.com', tags: ['Site'], phone: sent.phone });
    expect(lead.notes).toMatch(/Bom dia\n {2}Bairro: Centro\n {2}Período: Tarde$/);
    const stored = await partner.sql(
      'select consent_text, consent_source_id, source_id, utm_source from leads where account_id = $1',
    );
    expect(stored).toEqual([
      { consent_text: 'Aceito receber contato.', consent_source_id: source.id, source_id: source.id, utm_source: 'ig' },
    ]);
  });

  it('is shown again, filled in, with a sentence at each field that is wrong', async () => {
    const { create, send, list } = calls();
    const source = await create(FORM);
    const wrong = values({
      phone: '98765-4321',
      name: '',
      email: 'a"b',
      q2: 'Noite',
      message: '\n<b>Oi</b>',
      utm_source: 'ig',
    });
    const { status, html, headers } = await send(source, { ...wrong, consent: '' });
    expect(status).toBe(422);
    expect(headers['cache-control']).toBe('no-store');
    expect(html).toMatch(
      /name="phone" required aria-invalid="true" aria-describedby="phone-problem"[^>]* value="98765-4321"/,
    );
    expect(html).toMatch(
      /id="phone-problem">Confira o telefone: falta o DDD: envie com ele, como \(11\) 98765-4321\.</,
    );
    for (const field of ['name', 'email', 'q2', 'consent']) expect(html).toContain(`id="${field}-problem"`);
    expect(html.match(/ autofocus/g)).toHaveLength(1);
    expect(html).toContain('value="a&quot;b"');
    expect(html).toContain('&lt;b&gt;Oi&lt;/b&gt;</textarea>');
    expect(hiddenIn(html)).toMatchObject({ utm_source: 'ig' });
    expect(await list(source.id)).toEqual([]);
    const again = await formVisitor(test).post(source.path, { ...hiddenIn(html), ...values() });
    expect(again.status).toBe(303);
  });

  it.each([
    ['too fast', 500],
    ['a day later', 25 * HOUR_MS],
  ])('is shown again, filled in, when it comes %s', async (_, age) => {
    const { create, tokenOf, list } = calls();
    const source = await create();
    const token = await tokenOf(source, age);
    const { status, html } = await formVisitor(test).post(source.path, { ...values(), token });
    expect([status, html]).toEqual([422, expect.stringContaining('Confira os seus dados e envie.')]);
    expect(hiddenIn(html).token === token).toBe(age < HOUR_MS);
    expect(await list(source.id)).toEqual([]);
  });

  it('is shown again when the form was changed since: a person agrees to what they have seen', async () => {
    const { create, send, list } = calls();
    const source = await create(FORM);
    await partner.owner.patch(`/sources/${source.id}`, {
      form: { consent: { text: 'Outra frase.', required: false } },
    });
    const { status, html } = await send(source, values());
    expect([status, html]).toEqual([422, expect.stringContaining('Outra frase.')]);
    expect(await list(source.id)).toEqual([]);
  });

  it('is the same submission when a page is sent twice, and another one with other values', async () => {
    const { create, tokenOf, list } = calls();
    const source = await create();
    const token = await tokenOf(source);
    const sent = values();
    const visitor = formVisitor(test);
    await Promise.all(times(4, () => visitor.post(source.path, { ...sent, token })));
    await visitor.post(source.path, { ...sent, phone: nextPhone.mobile(), token });
    const results = (await list(source.id)).map(({ result }) => result).sort();
    expect(results).toEqual(['created', 'created', 'duplicate', 'duplicate', 'duplicate']);
  });

  it('tells nobody whether a person is known', async () => {
    const { create, send, latest } = calls();
    const source = await create();
    const phone = nextPhone.mobile();
    for (let n = 0; n < 2; n++) await partner.staff.post('/leads', { phone, allow_duplicate: true });
    const known = await send(source, values({ phone }));
    expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'ambiguous_lead' });
    const unknown = await send(source, values());
    expect([known.status, known.headers.location, known.html]).toEqual([
      unknown.status,
      unknown.headers.location,
      unknown.html,
    ]);
  });

  it('is stored before the beat that all answers wait for', async () => {
    const { create, send, list } = calls();
    const source = await create();
    let strike = (): void => undefined;
    const beat = new Promise<void>((resolve) => (strike = resolve));
    jest.spyOn(ResponseTick.prototype, 'start').mockReturnValue(() => beat);
    let isAnswered = false;
    const answer = send(source, values()).finally(() => (isAnswered = true));
    await until(async () => (await list(source.id)).length === 1);
    expect(isAnswered).toBe(false);
    strike();
    expect((await answer).status).toBe(303);
  });

  it('of a person with other fields than the form, or none that it knows, is cut and ignored', async () => {
    const { create, send } = calls();
    const source = await create();
    const answer = await send(source, { ...values(), name: 'x'.repeat(20_000), q9: 'x', __proto__: 'x' });
    expect(answer.status).toBe(303);
    expect((await partner.owner.get<{ name: string | null }[]>('/leads')).data).toMatchObject([{ name: null }]);
  });

  it('has at most 64 KB', async () => {
    const { create } = calls();
    const { path } = await create();
    const { status, html } = await formVisitor(test).postBody(path, `phone=${'1'.repeat(65_536)}`);
    expect([status, html]).toEqual([413, expect.stringContaining('Texto grande demais')]);
  });
});

describe('spam', () => {
  it.each([
    ['a forged token', { token: 'A'.repeat(80) }],
    ['no token', { token: '' }],
    ['the trap filled in', { website: 'https://spam.example' }],
  ])('with %s is answered as if it was sent, kept, and taken in by one click', async (_, more) => {
    const { create, send, latest, find, readAgain } = calls();
    const source = await create(FORM);
    const answer = await send(source, values(more));
    expect([answer.status, answer.headers.location]).toEqual([303, thanksOf(source)]);
    const spam = await latest(source.id);
    expect(spam).toMatchObject({ result: 'spam', lead_id: null });
    expect(await find(source.id)).toMatchObject({ received_7_days: 0, problems_7_days: 0, spam_7_days: 1 });
    const taken = await readAgain(spam.id);
    expect(taken).toMatchObject({ result: 'created' });
    expect(await detail(taken.lead_id)).toMatchObject({ name: 'Maria' });
    const [stored] = await partner.sql('select consent_text from leads where account_id = $1');
    expect(stored).toEqual({ consent_text: 'Aceito receber contato.' });
  });

  it('is deleted after thirty days, and not a day before', async () => {
    const { create, send, list } = calls();
    const source = await create();
    await send(source, values({ website: 'x' }));
    const after = (days: number) => test.app.get(SpamJob).run(new Date(Date.now() + days * DAY_MS));
    expect(await after(29)).toBe(0);
    expect(await list(source.id)).toMatchObject([{ result: 'spam' }]);
    expect(await after(31)).toBe(0);
    expect(await list(source.id)).toEqual([]);
  });

  it('is kept also when nothing of it can be used', async () => {
    const { create, latest } = calls();
    const source = await create(FORM);
    const answer = await formVisitor(test).postBody(
      source.path,
      'name=%ff%fe&phone=casa&message=' + '<a>'.repeat(2_000),
    );
    expect(answer.status).toBe(303);
    expect(await latest(source.id)).toMatchObject({ result: 'spam', lead_id: null });
  });
});

describe('the page after a form', () => {
  const after = async (form: SourceForm) => {
    const { create } = calls();
    return (await formVisitor(test).get(thanksOf(await create(form)))).html;
  };

  it('has the sentence of the owner, or that of the service', async () => {
    expect(await after({})).toContain('Recebemos seu contato');
    expect(await after({ after: { text: 'Ligamos hoje.\nAté já!' } })).toContain('Ligamos hoje.\nAté já!');
  });

  it('has a button to an address, or to WhatsApp', async () => {
    expect(await after({ after: { url: 'https://clinica.com.br/obrigado?a=1&b=2' } })).toContain(
      'data-next target="_top" rel="noreferrer" href="https://clinica.com.br/obrigado?a=1&amp;b=2"',
    );
    expect(await after({ after: { whatsapp: '(11) 98765-4321', text: 'Olá! Vim pelo site & quero' } })).toContain(
      'href="https://wa.me/5511987654321?text=Ol%C3%A1!%20Vim%20pelo%20site%20%26%20quero"',
    );
  });
});

it('the script that embeds a form is under 3 KB, and kept for minutes', async () => {
  const { create } = calls();
  const { path, address } = await create({ title: '</script><b>', remember_days: 90 });
  const { status, headers, html } = await formVisitor(test).get(`${path}/embed.js`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300',
  });
  expect(Buffer.byteLength(html)).toBeLessThan(2_900);
  expect(html).toContain(JSON.stringify(address));
  expect(html).not.toContain('</script>');
});
