import { type Answer, failureOf, wholeFailureOf } from './answers';
import { KINDS, type Kind, PAGE } from './requests';

const answer = (status: number, body: object | string): Answer => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, length: Buffer.byteLength(text), text: () => text };
};

const LEAD = { id: '11111111-1111-7111-8111-111111111111', name: 'x'.repeat(200) };
const page = (leads: number) => ({ data: Array<object>(leads).fill(LEAD), next_cursor: 'c' });

const RIGHT: Readonly<Record<Kind, Answer>> = {
  new: answer(201, { data: { created: true, lead: LEAD } }),
  again: answer(200, { data: { id: LEAD.id, lead: LEAD } }),
  known: answer(200, { data: { id: LEAD.id, lead: LEAD } }),
  replay: answer(200, { data: { id: LEAD.id, duplicate: true, lead: LEAD } }),
  get: answer(200, { data: LEAD }),
  list: answer(200, page(PAGE)),
  metrics: answer(200, { data: { leads: 7 } }),
};

it.each(KINDS)('%s: the answer that it must get is no failure', (kind) => {
  expect([failureOf(kind, RIGHT[kind]), wholeFailureOf(kind, RIGHT[kind])]).toEqual([undefined, undefined]);
});

it.each<[Kind, number]>([
  ['new', 200],
  ['known', 201],
  ['replay', 201],
  ['get', 204],
  ['list', 206],
  ['metrics', 304],
  ...KINDS.flatMap((kind) => [429, 500, 0].map((status): [Kind, number] => [kind, status])),
])('%s: %i is a failure, whatever is in it', (kind, status) => {
  const wrong = { ...RIGHT[kind], status };
  expect([failureOf(kind, wrong), wholeFailureOf(kind, wrong)]).toEqual([String(status), String(status)]);
});

it.each<[Kind, object | string, failure: string]>([
  ['list', { data: [], next_cursor: null }, '200 with 30 bytes'],
  ['get', { data: {} }, '200 with 11 bytes'],
  ['replay', '', '200 with 0 bytes'],
  ['metrics', '', '200 with 0 bytes'],
])('%s: an answer that is too short, %j, is seen without reading it', (kind, body, failure) => {
  expect(failureOf(kind, answer(200, body))).toBe(failure);
});

it.each<[Kind, object, failure: string]>([
  ['list', page(PAGE - 1), '200 with a page of 49'],
  ['list', { data: LEAD, more: 'x'.repeat(50_000) }, '200 with a page of 0'],
  ['get', { data: { name: LEAD.name } }, '200 without a lead'],
  ['get', page(PAGE), '200 without a lead'],
  ['known', { data: { id: LEAD.id, name: LEAD.name } }, '200 without a lead'],
  ['replay', { data: { id: LEAD.id, duplicate: false, lead: LEAD } }, '200 that is no replay'],
  ['metrics', { data: { leads: 0 } }, '200 without leads'],
])('%s: an answer with the wrong content is seen when it is read: %#', (kind, body, failure) => {
  expect(failureOf(kind, answer(200, body))).toBeUndefined();
  expect(wholeFailureOf(kind, answer(200, body))).toBe(failure);
});
