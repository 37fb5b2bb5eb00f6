import type { DeliveryField } from '../../contract/source';
import type { Json } from './json';
import { comparedValues, googleLeadOf, submissionIdOf, withoutSecrets } from './same-again';

it.each<[what: string, body: Json, id: string | undefined]>([
  ['at the top', { id: 7 }, '7'],
  ['under data', { data: { submissionId: 's1' } }, 's1'],
  ['under payload', { payload: { id: 'p1' } }, 'p1'],
  ['of Typeform', { event_id: 'e', form_response: { token: 't' } }, 't'],
  ['of Tally', { eventId: 'e', data: { responseId: 'r' } }, 'e'],
  ['of Google', { lead_id: 'l', form_id: 1 }, 'l'],
  ['below a form', { form: { id: 1 }, fields: { id: 2 }, meta: { id: 3 }, page: { id: 4 } }, undefined],
  ['below a list', { data: [{ id: 1 }] }, undefined],
  ['deeper', { data: { form: { id: 1 } } }, undefined],
  ['that is blank', { id: ' ', entry_id: 3 }, '3'],
  ['that a template left', { id: '{{id}}' }, undefined],
  ['that is an object', { id: { a: 1 } }, undefined],
  ['that every object has', JSON.parse('{"__proto__":{"id":1}}') as Json, undefined],
])('the id %s', (_, body, id) => {
  expect(submissionIdOf(undefined, body, body)).toBe(id);
});

it('is that of the header before all', () => {
  const body = { lead_id: 'l' };
  expect(submissionIdOf('wh_1', body, body)).toBe('wh_1');
});

describe('a person in a list', () => {
  const [ana, bia] = [
    { id: 'a', nome: 'Ana' },
    { nome: 'Bia', idade: 30 },
  ];

  it('has the id of the own element', () => {
    expect(submissionIdOf('wh_1', [ana, bia], ana)).toBe('a');
    expect(submissionIdOf(undefined, { leads: [ana, bia] }, bia)).toBeUndefined();
  });

  it('shares that of the body, and is told apart by the element in any order of keys', () => {
    const id = submissionIdOf('wh_1', [ana, bia], bia);
    expect(submissionIdOf('wh_1', [ana, bia], { idade: 30, nome: 'Bia' })).toBe(id);
    expect(submissionIdOf('wh_1', [ana, bia], { idade: 31, nome: 'Bia' })).not.toBe(id);
    expect(submissionIdOf('wh_2', [ana, bia], bia)).not.toBe(id);
  });
});

describe('the compared values', () => {
  const field = (path: string, value: string, read: DeliveryField['field'] = null): DeliveryField => ({
    path,
    label: path,
    value,
    field: read,
    guessed: false,
  });
  const fields = [
    field('phone', '5511987654321', 'phone'),
    field('cidade', 'Santos'),
    field('attempt', '1'),
    field('sent_at', '2026-09-27T12:00:00Z'),
  ];

  it('are the same in any order, at another attempt and moment', () => {
    const again = [field('sent_at', '2026-09-27T12:05:00Z'), field('attempt', '2'), ...fields.slice(0, 2).toReversed()];
    expect(comparedValues(again)).toBe(comparedValues(fields));
  });

  it.each(['campo_9', 'whatsapp_id'])('differ with a number under %s', (label) => {
    const valuesWith = (phone: string): string => comparedValues([...fields, field(label, phone)]);
    expect(valuesWith('11987654321')).not.toBe(valuesWith('11987654322'));
  });

  it.each([
    ['nome', 'Ana Lima', 'Beto Reis'],
    ['cpf', '52998224725', '11144477735'],
    ['quer_visita', 'false', 'true'],
    ['unidade', '10001', '10002'],
    ['Horário desejado', '2026-12-10 10:00', '2026-12-10 11:00'],
    ['gclid', 'Cj0KCQ_first_2201', 'Cj0KCQ_other_2202'],
  ])('differ with another %s, which was not read', (label, one, other) => {
    const valuesWith = (value: string): string => comparedValues([...fields, field(label, value)]);
    expect(valuesWith(one)).not.toBe(valuesWith(other));
  });

  it('do not depend on what was read', () => {
    const valuesRead = (read: DeliveryField['field']): string =>
      comparedValues([...fields, field('nome', 'Ana', read)]);
    expect(valuesRead(null)).toBe(valuesRead('name'));
  });

  it.each([
    ['delivery_id', '7f3c2aa1-0000-4000-8000-000000000021', '7f3c2aa1-0000-4000-8000-000000000022'],
    ['server_ip', '198.51.100.7', '198.51.100.8'],
  ])('are the same with another %s', (label, one, other) => {
    const valuesWith = (value: string): string => comparedValues([...fields, field(label, value)]);
    expect(valuesWith(one)).toBe(valuesWith(other));
  });

  it.each(['timestamp', 'submittedAt', 'sent'])('are the same at another moment under %s', (label) => {
    const valuesAt = (moment: string): string => comparedValues([...fields, field(label, moment)]);
    expect(valuesAt('1796132869')).toBe(valuesAt('1796132969'));
  });

  it.each([field('phone', '5511987654322', 'phone'), field('cidade', 'Recife')])('differ with $value', (changed) => {
    const others = fields.map((one) => (one.path === changed.path ? changed : one));
    expect(comparedValues(others)).not.toBe(comparedValues(fields));
  });
});

it.each<[body: Json, isTest: boolean, key: string | undefined]>([
  [{ is_test: true, google_key: 'k' }, true, 'k'],
  [{ is_test: false }, false, undefined],
  [{ data: { is_test: true, google_key: 'k' } }, false, undefined],
  [[{ is_test: true }], false, undefined],
  ['is_test', false, undefined],
])('Google says in %j whether it is a test, and its key', (body, isTest, key) => {
  expect(googleLeadOf(body)).toEqual({ isTest, key });
});

it('keeps no key, token, signature or password', () => {
  expect(
    withoutSecrets({
      google_key: 'a',
      api_key: 'b',
      'g-recaptcha-response': 'c',
      form_response: { token: 'd', answers: [{ key: 'nome', value: 'Ana' }] },
      signature: 'e',
      Senha: 'f',
      fields: [{ name: 'access_token', value: 'g' }],
      _wpnonce: 'h',
      nome: 'Ana',
    }),
  ).toEqual({
    form_response: { answers: [{ key: 'nome', value: 'Ana' }] },
    fields: [{ name: 'access_token', value: null }],
    nome: 'Ana',
  });
});
