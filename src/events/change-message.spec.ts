import {
  type ChangeMessage,
  eventText,
  type LookUp,
  type LookUps,
  MAX_FORMER,
  MAX_IDS,
  MAX_LENGTH,
  messageOf,
  messagesOf,
  publicationOf,
  sightOf,
} from './change-message';
import { EVENT_KINDS } from '../contract/event';
import type { NotificationType } from '../contract/notification';
import { type MemberReader, OWNER_READER, type Reader } from '../notices/notification-reader';

const idOf = (n: number): string => `0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`;

it('an event has its kind and its id; many are one event without an id', () => {
  const ids = Array.from({ length: MAX_IDS + 1 }, (_, n) => idOf(n));
  expect(eventText({ lead: ids, deal: ids.slice(1) }).split('\n\n').length).toBe(1 + MAX_IDS + 1);
  expect(eventText({ notification: null, lead: ['1', '2'] })).toBe(
    'event: lead\ndata: {"id":"1"}\n\nevent: lead\ndata: {"id":"2"}\n\nevent: notification\ndata: {}\n\n',
  );
});

it('an event of a lead that came back says so, and one of its deal does not', () => {
  expect(eventText({ lead: ['1', '2'], deal: ['2'] }, ['2'])).toBe(
    'event: lead\ndata: {"id":"1"}\n\nevent: lead\ndata: {"id":"2","returned":true}\n\nevent: deal\ndata: {"id":"2"}\n\n',
  );
});

describe('the message on the channel', () => {
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
    ['the most leads that came back', { from, accountId, returned: ids(MAX_IDS) }],
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
      'leads that came back without an account': { from, returned: [idOf(3)] },
      'leads that came back and changes': { from, accountId, changes: { lead: null }, returned: [idOf(3)] },
      'no leads that came back': { from, accountId, returned: [] },
      'leads that came back without ids': { from, accountId, returned: ['event: reset'] },
      'too many leads that came back': { from, accountId, returned: ids(MAX_IDS + 1) },
      'no former responsibles': { from, accountId, formerly: {} },
      'former responsibles that are null': { from, accountId, formerly: null },
      'former responsibles that are a list': { from, accountId, formerly: [[null]] },
      'former responsibles that are a text': { from, accountId, formerly: idOf(3) },
      'former responsibles of something else': { from, accountId, formerly: { lead: [null] } },
      'a lead without former responsible': { from, accountId, formerly: formerOf(1) },
      'a former responsible without a list': { from, accountId, formerly: { [idOf(3)]: idOf(4) } },
      'former responsibles by number': { from, accountId, formerly: { [idOf(3)]: { length: 1, 0: idOf(4) } } },
      'a former responsible without an id': { from, accountId, formerly: formerOf(1, 'event: reset') },
      'a former responsible without an id after one with': { from, accountId, formerly: formerOf(1, null, 'x') },
      'something else after a lead': { from, accountId, formerly: { ...formerOf(1, null), lead: [null] } },
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

  it('sends former responsibles, and leads that came back, as further messages', () => {
    const changes = { lead: [idOf(3)], activity: null };
    expect(messagesOf(from, { accountId, changes })).toEqual([{ from, accountId, changes }]);
    const formerly = { [idOf(3)]: [null] };
    expect(messagesOf(from, { accountId, changes, formerly })).toEqual([
      { from, accountId, changes },
      { from, accountId, formerly },
    ]);
    const returned = [idOf(3)];
    expect(messagesOf(from, { accountId, changes, returned })).toEqual([
      { from, accountId, changes },
      { from, accountId, returned },
    ]);
  });

  it('sends the most ids of all kinds as messages of which none is too long', () => {
    const changes = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, ids(MAX_IDS)]));
    const messages = messagesOf(from, { accountId, changes });
    expect(Object.assign({}, ...messages.map((message) => message.changes))).toEqual(changes);
    expect(messages.map((message) => messageOf(JSON.stringify(message)))).toEqual(messages);
  });
});

describe('the publication', () => {
  const types: NotificationType[] = ['automation.notice'];
  const since = new Date();
  const sellerOf = (viewer: string | null, memberId = viewer ?? 'm'): Reader => ({
    memberId,
    types,
    sees: viewer === null ? 'all' : 'own',
    since,
  });

  /** A look-up that answers with these, and keeps its calls. */
  const lookUpOf = (...seen: string[]) =>
    jest.fn<ReturnType<LookUp>, Parameters<LookUp>>(() => Promise.resolve(new Set(seen)));

  const nobodys: LookUps['members'] = () => Promise.reject(new Error('not wanted'));

  /** What is published to a reader, each as its kind and id. */
  const textTo = async (
    reader: Reader,
    message: Omit<ChangeMessage, 'accountId'>,
    lookUp: LookUp,
    members: LookUps['members'] = nobodys,
  ) => {
    const publication = publicationOf({ accountId: 'a', ...message }, { seen: lookUp, members });
    const text = typeof publication === 'string' ? publication : await publication(reader);
    return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
      ([, kind, data]) => `${kind} ${(JSON.parse(data ?? '') as { id?: string }).id ?? 'many'}`,
    );
  };

  const NONE = { lead: [], deal: [], notification: [], activity: [], appointment: [], delivery: [] };
  const changes = { lead: ['1', '2'], deal: ['3', '4'], notification: ['5', '6'] };
  const all = ['lead 1', 'lead 2', 'deal 3', 'deal 4', 'notification 5', 'notification 6'];

  it('the owner is told of all changes without a look-up', async () => {
    const lookUp = lookUpOf();
    expect(await textTo(OWNER_READER, { changes }, lookUp)).toEqual(all);
    expect(lookUp).not.toHaveBeenCalled();
  });

  it('a member who sees all leads: of all leads and deals, also gone ones, and of the notifications that they see', async () => {
    const lookUp = lookUpOf('notification 6');
    const reader = sellerOf(null);
    expect(await textTo(reader, { changes }, lookUp)).toEqual([...all.slice(0, 4), 'notification 6']);
    expect(lookUp.mock.calls).toEqual([['a', reader, { ...NONE, notification: ['5', '6'] }]]);
  });

  it.each([null, ['7', '8']])('only those who are told of new sources are told of deliveries %j', async (delivery) => {
    const lookUp = lookUpOf();
    const deliveries = { changes: { delivery } };
    const manager: Reader = { ...(sellerOf(null) as MemberReader), types: ['source.created'] };
    expect(await textTo(manager, deliveries, lookUp)).toEqual(
      delivery ? ['delivery 7', 'delivery 8'] : ['delivery many'],
    );
    expect(await textTo(sellerOf(null), deliveries, lookUp)).toEqual([]);
    expect(lookUp).not.toHaveBeenCalled();
  });

  it.each([{ lead: ['1'], deal: null }, { notification: null }])(
    'a member who sees all leads is told of %j without a look-up',
    async (present) => {
      const lookUp = lookUpOf();
      expect(await textTo(sellerOf(null), { changes: present }, lookUp)).toHaveLength(Object.keys(present).length);
      expect(lookUp).not.toHaveBeenCalled();
    },
  );

  it('a viewer is told of what they see, and of nothing else', async () => {
    const lookUp = lookUpOf('lead 2', 'deal 3', 'notification 5', 'lead 3');
    expect(await textTo(sellerOf('v'), { changes }, lookUp)).toEqual(['lead 2', 'deal 3', 'notification 5']);
    expect(lookUp.mock.calls).toEqual([['a', sellerOf('v'), { ...NONE, ...changes }]]);
    expect(await textTo(sellerOf('v'), { changes }, lookUpOf())).toEqual([]);
  });

  it('a viewer is told of many without a look-up', async () => {
    const lookUp = lookUpOf();
    expect(await textTo(sellerOf('v'), { changes: { lead: null, notification: null } }, lookUp)).toEqual([
      'lead many',
      'notification many',
    ]);
    expect(lookUp).not.toHaveBeenCalled();
  });

  it.each<[whose: (string | null)[], isPublished: boolean]>([
    [['v'], true],
    [[null], true],
    [['w', 'v'], true],
    [['w', null], true],
    [['w'], false],
  ])('a lead that they do not see and that was of %j is told to the viewer v: %s', async (whose, isPublished) => {
    const message = { changes: { lead: ['1', '2'], deal: ['1'] }, formerly: { 1: whose } };
    expect(await textTo(sellerOf('v'), message, lookUpOf())).toEqual(isPublished ? ['lead 1'] : []);
  });

  it('a viewer is told which of the leads that they see came back, and nothing of one that they lose', async () => {
    const message = {
      accountId: 'a',
      changes: { lead: ['1', '2', '3'] },
      formerly: { 2: ['v'] },
      returned: ['1', '2', '3'],
    };
    const publication = publicationOf(message, { seen: lookUpOf('lead 1'), members: nobodys });
    const textFor = async (reader: Reader) => (typeof publication === 'string' ? publication : publication(reader));
    expect(await textFor(sellerOf('v'))).toBe(eventText({ lead: ['1', '2'] }, ['1']));
    for (const reader of [OWNER_READER, sellerOf(null)] as const)
      expect(await textFor(reader)).toBe(eventText(message.changes, message.returned));
  });

  describe('of more than a console is told one by one', () => {
    const many = Array.from({ length: MAX_IDS + 1 }, (_, n) => idOf(n));

    it.each<[whose: string, members: string[], formerly: string | null, told: string[]]>([
      ['nobody’s', ['lead '], 'w', ['lead many']],
      ['one’s own', ['lead v', 'lead w'], 'w', ['lead many']],
      ['lost', ['lead w'], 'v', ['lead many']],
      ['nobody’s before', ['lead w'], null, ['lead many']],
      ['colleagues’', ['lead w', 'deal v'], 'w', []],
    ])('a viewer is told that many changed where one is %s', async (_, members, formerly, told) => {
      const message = { changes: { lead: many, deal: ['3'] }, formerly: { [idOf(3)]: [formerly] } };
      const lookUp = lookUpOf();
      expect(await textTo(sellerOf('v'), message, lookUp, () => Promise.resolve(new Set(members)))).toEqual(told);
      expect(lookUp.mock.calls).toEqual([['a', sellerOf('v'), { ...NONE, deal: ['3'] }]]);
    });

    it('one look-up of members serves all viewers; others need none', async () => {
      const members = jest.fn<ReturnType<LookUps['members']>, Parameters<LookUps['members']>>(() =>
        Promise.resolve(new Set(['notification v'])),
      );
      const message = { accountId: 'a', changes: { lead: ['1'], notification: many } };
      const publication = publicationOf(message, { seen: lookUpOf('lead 1'), members });
      if (typeof publication === 'string') throw new Error('for each reader');
      const both = eventText({ lead: ['1'], notification: null });
      expect(await publication(sellerOf(null))).toBe(both);
      expect(members).not.toHaveBeenCalled();
      expect(await Promise.all([publication(sellerOf('v')), publication(sellerOf('w'))])).toEqual([
        both,
        eventText({ lead: ['1'] }),
      ]);
      expect(members.mock.calls).toEqual([['a', { ...NONE, notification: many }]]);
    });
  });

  it('readers who see the same share a look-up, and others have their own', async () => {
    const lookUp = lookUpOf();
    const publication = publicationOf({ accountId: 'a', changes }, { seen: lookUp, members: nobodys });
    if (typeof publication === 'string') throw new Error('for each reader');
    const readers = [
      sellerOf('v'),
      sellerOf('v'),
      sellerOf(null, 'm'),
      sellerOf(null, 'n'),
      sellerOf('w'),
      OWNER_READER,
    ];
    await Promise.all(readers.map((reader) => publication(reader as Reader)));
    expect(lookUp).toHaveBeenCalledTimes(3);
    expect(new Set(readers.map((reader) => sightOf(reader as Reader))).size).toBe(4);
    expect(sightOf(OWNER_READER)).toBe(OWNER_READER);
  });
});
