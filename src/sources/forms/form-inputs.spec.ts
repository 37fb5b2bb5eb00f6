import type { SourceForm } from '../../contract/source';
import { filledIn, inputsOf, problemsOf, signalsIn } from './form-inputs';

const FORM: SourceForm = {
  fields: { name: 'required', email: 'optional', message: 'optional' },
  questions: [
    { label: 'Bairro', required: true },
    { label: 'Período', choices: ['Manhã', 'Tarde'], required: true },
  ],
  consent: { text: 'Aceito receber contato.', required: true },
};
const WHOLE = { phone: '(11) 98765-4321', name: 'Maria', q1: 'Centro', q2: 'Tarde', consent: 'sim' };

const filled = (sent: Record<string, string>, form = FORM) => filledIn(inputsOf(form), new URLSearchParams(sent));
const problems = (sent: Record<string, string>, form = FORM) => problemsOf(inputsOf(form), filled(sent, form));

it('asks for the phone alone where the form says nothing', () => {
  expect(inputsOf({}).map(({ name, required }) => [name, required])).toEqual([['phone', true]]);
});

it('asks in the order of the page', () => {
  const names = inputsOf(FORM).map(({ name }) => name);
  expect(names).toEqual(['name', 'phone', 'email', 'q1', 'q2', 'message', 'consent']);
});

it('finds nothing to change in a form that is complete', () => expect(problems(WHOLE)).toEqual({}));

it.each<[string, RegExp, Record<string, string>]>([
  ['phone', /^Confira o telefone: falta o número/, { phone: '' }],
  ['phone', /^Confira o telefone: falta o DDD.*\.$/, { phone: '98765-4321' }],
  ['name', /^Preencha/, { name: ' \u200b ' }],
  ['name', /^Escreva até 120/, { name: 'n'.repeat(121) }],
  ['email', /^Confira o e-mail/, { email: 'maria@' }],
  ['message', /^Escreva até 2\.000/, { message: 'm'.repeat(2_001) }],
  ['q1', /^Preencha/, { q1: '' }],
  ['q1', /^Escreva até 500/, { q1: 'b'.repeat(501) }],
  ['q2', /^Escolha uma opção/, { q2: '' }],
  ['q2', /^Escolha uma das opções/, { q2: 'Noite' }],
  ['consent', /^Para enviar/, { consent: '' }],
  ['consent', /^Para enviar/, { consent: 'true' }],
])('%s is to be changed: %s', (name, problem, change) => {
  expect(problems({ ...WHOLE, ...change })).toEqual({ [name]: expect.stringMatching(problem) as string });
});

it('accepts the longest texts, and blank ones that are optional', () => {
  const longest = { name: 'ã'.repeat(120), q1: '😀'.repeat(500), message: `${'m'.repeat(1_998)}\r\nm`, email: ' ' };
  expect(problems({ ...WHOLE, ...longest })).toEqual({});
});

it('reads only what the form asks for, without control characters and with plain line breaks', () => {
  const sent = {
    phone: '11987654321',
    message: ' Oi\u0000\r\ntudo bem? ',
    name: 'Ana\nSouza',
    q3: 'x',
    __proto__: 'x',
  };
  expect(filled(sent, { fields: { name: 'optional', message: 'optional' } })).toEqual({
    phone: '11987654321',
    message: 'Oi \ntudo bem?',
    name: 'Ana Souza',
  });
});

it('bounds what it keeps of a long text', () => {
  expect(filled({ phone: '1'.repeat(60_000) }).phone).toHaveLength(101);
});

it('reads signals by their names, and cuts them', () => {
  const values: Record<string, unknown> = {
    utm_source: ' ig ',
    gclid: ['a', 'b'],
    referrer: '',
    fbclid: 'x'.repeat(9_000),
  };
  expect(signalsIn((signal) => values[signal])).toEqual({ utm_source: 'ig', fbclid: 'x'.repeat(2_048) });
});
