import { MAX_LENGTH, messageOf } from './channel-message';
import { MAX_IDS } from './pending-changes';

const idOf = (n: number): string => `0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`;
const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => idOf(n));

const from = idOf(1);
const accountId = idOf(2);

it.each<[what: string, message: object]>([
  ['one that could not publish some', { from }],
  ['an id', { from, accountId, changes: { lead: [idOf(3)] } }],
  ['many of a kind', { from, accountId, changes: { deal: null } }],
  [
    'the most of each kind',
    { from, accountId, changes: { lead: ids(MAX_IDS), deal: ids(MAX_IDS), notification: null } },
  ],
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
    'too many ids': { from, accountId, changes: { lead: ids(MAX_IDS + 1) } },
  }).map(([what, message]): [string, string] => [what, JSON.stringify(message)]),
  ['a field of the prototype', `{"from":"${from}","__proto__":{}}`],
  ['a kind of the prototype', `{"from":"${from}","accountId":"${accountId}","changes":{"constructor":null}}`],
  ['a message that is too long', JSON.stringify({ from }).padEnd(MAX_LENGTH + 1)],
])('refuses %s', (_, text) => {
  expect(messageOf(text)).toBeUndefined();
});

it('reads a message of the greatest length', () => {
  expect(messageOf(JSON.stringify({ from }).padEnd(MAX_LENGTH))).toEqual({ from });
});
