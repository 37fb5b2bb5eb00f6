import { appForAllTests } from '../support/app';
import { phones } from '../support/phones';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read'));
const nextPhone = phones();
const calls = () => sourceCalls(test, partner);
const JSON_TYPE = 'application/json';

/** A number without its country code, so that a form writes it as people do. */
const national = (phone: string): string => phone.slice(2);

const kept = () =>
  partner.sql<{ body: Buffer | null; digits: string | null }>(
    'select body, digits from deliveries where account_id = $1',
  );

describe('what waits for a person', () => {
  it.each<[how: string, bodyWith: (digits: string) => string | Buffer, type: string]>([
    [
      'in a value, with blanks',
      (n) => JSON.stringify({ a: [{ b: `${n.slice(0, 2)} ${n.slice(2, 7)} - ${n.slice(7)}` }] }),
      JSON_TYPE,
    ],
    ['as a number', (n) => `{"x":${n}}`, JSON_TYPE],
    ['in a key', (n) => JSON.stringify({ contatos: { [n]: { nome: 'Ana Lima' } } }), JSON_TYPE],
    ['next to a pair', (n) => JSON.stringify({ campos: [{ label: 'Nome', value: 'Ana Lima', extra: n }] }), JSON_TYPE],
    [
      'with the area code apart',
      (n) => JSON.stringify({ eu: { ddd: n.slice(0, 2), telefone: n.slice(2) }, outro: { telefone: '11987654321' } }),
      JSON_TYPE,
    ],
    [
      'in a form of too many values, escaped',
      (n) => `telefone=%28${n.slice(0, 2)}%29%20${n.slice(2, 7)}-${n.slice(7)}${'&a=1'.repeat(2_100)}`,
      'application/x-www-form-urlencoded',
    ],
    ['in broken JSON, escaped', (n) => `{"telefone":"${n.slice(0, 2)}\\u00a0${n.slice(2)}"`, JSON_TYPE],
    ['in UTF-16', (n) => Buffer.from(`\ufeffligar para ${n}`, 'utf16le'), 'text/plain'],
    ['in JSON that is broken and no UTF-8', (n) => Buffer.from(`{"nome":"Jos\xe9","tel":"${n}"`, 'latin1'), JSON_TYPE],
  ])('is exported and erased with the number %s', async (_, bodyWith, type) => {
    const { create, send, latest } = calls();
    const source = await create();
    const phone = nextPhone.mobile();
    await send(source, bodyWith(national(phone)), { 'Content-Type': type });
    expect(await latest(source.id)).toMatchObject({ result: 'held' });
    const { status, data } = await partner.owner.post<{ deliveries: object[] }>('/people/export', { phone });
    expect([status, data.deliveries.length]).toEqual([200, 1]);
    expect((await partner.owner.post('/people/erase', { phone })).status).toBe(200);
    expect(await kept()).toEqual([{ body: null, digits: null }]);
  });

  it('is erased also after it was dismissed', async () => {
    const { create, send, latest, dismiss } = calls();
    const source = await create();
    const phone = nextPhone.mobile();
    await send(source, { recado: `ligar para ${phone}` });
    await dismiss((await latest(source.id)).id);
    expect((await partner.owner.post('/people/erase', { phone })).status).toBe(200);
    expect(await kept()).toEqual([{ body: null, digits: null }]);
  });

  describe('in a list of several people', () => {
    const first = { nome: 'Ana Lima', ddd: '21', telefone: '987650001' };
    const others = Array.from({ length: 3 }, (_, n) => ({ nome: `Pessoa ${n}`, telefone: `1198765010${n}` }));
    /** More people than a delivery has, so that the last are held together. */
    const many = Array.from({ length: 100 }, (_, n) => ({ telefone: `1197000${1000 + n}` }));
    const ask = async (path: string) =>
      partner.owner.post<{ deliveries: { body: string }[] }>(path, { phone: '21987650001' });

    it.each<[where: string, body: object, exported: object]>([
      ['alone', [...many, ...others, first], [first]],
      ['under `leads`', { leads: [...many, first, ...others], form: 'x' }, { leads: [first], form: 'x' }],
    ])('%s, is exported without the others, who stay when it is erased', async (_, body, exported) => {
      const { create, send, latest } = calls();
      const source = await create();
      await send(source, body);
      expect(await latest(source.id)).toMatchObject({ result: 'held', reason: 'unreadable' });
      const { data } = await ask('/people/export');
      expect(data.deliveries.map((one) => JSON.parse(one.body) as object)).toEqual([exported]);
      expect(Object.keys(data.deliveries[0] ?? {})).not.toContain('patterns');
      expect((await ask('/people/erase')).status).toBe(200);
      const left = (await kept()).at(-1)?.body?.toString() ?? '';
      expect([left.includes('987650001'), left.includes('11987650101')]).toEqual([false, true]);
      expect((await ask('/people/export')).status).toBe(404);
    });

    it('next to the list, is exported without all of it, and erased with it', async () => {
      const { create, send } = calls();
      const source = await create();
      await send(source, { leads: [...many, ...others], obs: 'ligar para 21 98765-0001' });
      const { data } = await ask('/people/export');
      const rest = { leads: [], obs: 'ligar para 21 98765-0001' };
      expect(data.deliveries.map((one) => JSON.parse(one.body) as object)).toContainEqual(rest);
      expect((await ask('/people/erase')).status).toBe(200);
      expect((await ask('/people/export')).status).toBe(404);
    });
  });
});
