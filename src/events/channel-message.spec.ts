import { EVENT_KINDS } from '../contract/event';
import { MAX_LENGTH, messageOf, messagesOf } from './channel-message';
import { MAX_FORMER, MAX_IDS } from './pending-changes';

const idOf = (n: number): string => `0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`;
const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => idOf(n));

const from = idOf(1);
const accountId = idOf(2);

/** This many leads, each with the same former responsibles. */
const formerOf = (leads: number, ...members: (string | null)[]) =>
  Object.fromEntries(ids(leads).map((id) => [id, members]));

it.each<[what: string, message: object]>([
  ['one that could not publish some', { from }],
  ['an id', { from, accountId, changes: { lead: [idOf(3)] } }],
  ['many of a kind', { from, accountId, changes: { deal: null } }],
  [
    'the most of each kind',
    { from, accountId, changes: { lead: ids(MAX_IDS), deal: ids(MAX_IDS), notification: null } },
  ],
  ['who was responsible for a lead', { from, accountId, formerly: { [idOf(3)]: [idOf(4), null] } }],
  ['the most former responsibles', { from, accountId, formerly: formerOf(MAX_IDS, ...ids(MAX_FORMER / MAX_IDS)) }],
])('reads %s', (_, message) => {
  expect(messageOf(JSON.stringify(message))).toEqual(message);
});

it.each<[what: string, text: string]>([
  ['no text', ''],
  ['no JSON', '{'],
  ...[null, true, 7, 'x', [], [from], {}].map((value): [string, string] => [
    JSON.stringify(value),
    JSON.stringify(value),
  ]),
  ...Object.entries({
    'a sender without an id': { from: 'me' },
    'a sender that is a list': { from: [from] },
    'a sender with a further text': { from: `x${from}` },
    'a further field': { from, more: 1 },
    'an account without changes': { from, accountId },
    'changes without an account': { from, changes: { lead: null } },
    'an account without an id': { from, accountId: 'a', changes: { lead: null } },
    'an account that is null': { from, accountId: null, changes: null },
    'no changes': { from, accountId, changes: {} },
    'changes that are a list': { from, accountId, changes: [null] },
    'changes that are a text': { from, accountId, changes: 'lead' },
    'another kind': { from, accountId, changes: { lead: null, owner: null } },
    'ids that are none': { from, accountId, changes: { lead: [idOf(3), 'event: reset'] } },
    'an id with a further line': { from, accountId, changes: { lead: [`${idOf(3)}\n`] } },
    'ids that are no list': { from, accountId, changes: { lead: { length: 1, 0: idOf(3) } } },
    'a list in the list': { from, accountId, changes: { lead: [[idOf(3)]] } },
    'former responsibles without an account': { from, formerly: formerOf(1, null) },
    'former responsibles of an account without an id': { from, accountId: 'a', formerly: formerOf(1, null) },
    'former responsibles and changes': { from, accountId, changes: { lead: null }, formerly: formerOf(1, null) },
    'no former responsibles': { from, accountId, formerly: {} },
    'former responsibles that are null': { from, accountId, formerly: null },
    'former responsibles that are a list': { from, accountId, formerly: [[null]] },
    'former responsibles that are a text': { from, accountId, formerly: idOf(3) },
    'former responsibles of something else': { from, accountId, formerly: { lead: [null] } },
    'a lead without former responsible': { from, accountId, formerly: formerOf(1) },
    'a former responsible without a list': { from, accountId, formerly: { [idOf(3)]: idOf(4) } },
    'former responsibles by number': { from, accountId, formerly: { [idOf(3)]: { length: 1, 0: idOf(4) } } },
    'a former responsible without an id': { from, accountId, formerly: formerOf(1, 'event: reset') },
    'a former responsible that is a list': { from, accountId, formerly: { [idOf(3)]: [[idOf(4)]] } },
    'too many leads with former responsibles': { from, accountId, formerly: formerOf(MAX_IDS + 1, null) },
    'too many former responsibles': { from, accountId, formerly: formerOf(1, ...ids(MAX_FORMER + 1)) },
    'too many ids': { from, accountId, changes: { lead: ids(MAX_IDS + 1) } },
  }).map(([what, message]): [string, string] => [what, JSON.stringify(message)]),
  ['a field of the prototype', `{"from":"${from}","__proto__":{}}`],
  ['a kind of the prototype', `{"from":"${from}","accountId":"${accountId}","changes":{"constructor":null}}`],
  ['a lead of the prototype', `{"from":"${from}","accountId":"${accountId}","formerly":{"__proto__":[null]}}`],
  ['a message that is too long', JSON.stringify({ from }).padEnd(MAX_LENGTH + 1)],
])('refuses %s', (_, text) => {
  expect(messageOf(text)).toBeUndefined();
});

it('reads a message of the greatest length', () => {
  expect(messageOf(JSON.stringify({ from }).padEnd(MAX_LENGTH))).toEqual({ from });
});

it('sends former responsibles as a second message', () => {
  const changes = { lead: [idOf(3)], activity: null };
  expect(messagesOf(from, { accountId, changes })).toEqual([{ from, accountId, changes }]);
  const formerly = { [idOf(3)]: [null] };
  expect(messagesOf(from, { accountId, changes, formerly })).toEqual([
    { from, accountId, changes },
    { from, accountId, formerly },
  ]);
});

it('sends the most ids of all kinds as messages of which none is too long', () => {
  const changes = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, ids(MAX_IDS)]));
  const messages = messagesOf(from, { accountId, changes });
  expect(Object.assign({}, ...messages.map((message) => message.changes))).toEqual(changes);
  expect(messages.map((message) => messageOf(JSON.stringify(message)))).toEqual(messages);
});
