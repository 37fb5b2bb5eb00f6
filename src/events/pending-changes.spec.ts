import { MAX_LENGTH, messagesOf } from './channel-message';
import { eventText, MAX_FORMER, MAX_IDS, PendingChanges } from './pending-changes';

const idOf = (n: number): string => `0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`;

describe('PendingChanges', () => {
  it('publishes each id of an account once, and the accounts apart', () => {
    const pending = new PendingChanges();
    pending.add({ accountId: 'a', kind: 'lead', id: '1' });
    pending.add({ accountId: 'b', kind: 'lead', id: '2' });
    pending.add({ accountId: 'a', kind: 'lead', id: '1' });
    pending.add({ accountId: 'a', kind: 'deal', id: '3' });
    expect(pending.take()).toEqual([
      { accountId: 'a', changes: { lead: ['1'], deal: ['3'] } },
      { accountId: 'b', changes: { lead: ['2'] } },
    ]);
    expect(pending.take()).toEqual([]);
  });

  it.each([
    [MAX_IDS, MAX_IDS],
    [MAX_IDS + 1, null],
    [MAX_IDS + 100, null],
  ])('%i ids of a kind are published as %j', (count, published) => {
    const pending = new PendingChanges();
    for (let n = 0; n < count; n++) pending.add({ accountId: 'a', kind: 'lead', id: idOf(n) });
    pending.add({ accountId: 'a', kind: 'lead', id: idOf(0) });
    const [message] = pending.take();
    expect(message?.changes.lead?.length ?? null).toBe(published);
  });

  it('a change without an id is many', () => {
    const pending = new PendingChanges();
    pending.add({ accountId: 'a', kind: 'deal', id: '1' });
    pending.add({ accountId: 'a', kind: 'deal' });
    pending.add({ accountId: 'a', kind: 'deal', id: '2' });
    expect(pending.take()).toEqual([{ accountId: 'a', changes: { deal: null } }]);
  });

  it('keeps every former responsible of a lead, once', () => {
    const pending = new PendingChanges();
    const former = ['m', null, 'm', undefined, 'n'];
    for (const formerly of former) pending.add({ accountId: 'a', kind: 'lead', id: '1', formerly });
    pending.add({ accountId: 'a', kind: 'lead', id: '2' });
    pending.add({ accountId: 'b', kind: 'lead', id: '3', formerly: null });
    expect(pending.take()).toEqual([
      { accountId: 'a', changes: { lead: ['1', '2'] }, formerly: { 1: ['m', null, 'n'] } },
      { accountId: 'b', changes: { lead: ['3'] }, formerly: { 3: [null] } },
    ]);
    pending.add({ accountId: 'a', kind: 'lead', id: '1' });
    expect(pending.take()).toEqual([{ accountId: 'a', changes: { lead: ['1'] } }]);
  });

  it.each<[what: string, leads: number, members: number, isMany: boolean]>([
    ['as many as a message takes', 1, MAX_FORMER, false],
    ['as many of several leads', 2, MAX_FORMER / 2, false],
    ['more', 1, MAX_FORMER + 1, true],
    ['more of several leads', 2, MAX_FORMER / 2 + 1, true],
    ['any, of too many leads', MAX_IDS + 1, 1, true],
  ])('with %s former responsibles, leads are many or not', (_, leads, members, isMany) => {
    const pending = new PendingChanges();
    for (let lead = 0; lead < leads; lead++) {
      for (let n = 0; n < members; n++) {
        pending.add({ accountId: 'a', kind: 'lead', id: idOf(lead), formerly: idOf(n) });
      }
    }
    const [message] = pending.take();
    expect([message?.changes.lead === null, message?.formerly === undefined]).toEqual([isMany, isMany]);
  });

  it('a message that is as large as it can be fits into a message', () => {
    const pending = new PendingChanges();
    for (const kind of ['lead', 'deal', 'notification'] as const) {
      for (let n = 0; n < MAX_IDS; n++) pending.add({ accountId: idOf(0), kind, id: idOf(n) });
    }
    for (let n = 0; n < MAX_FORMER; n++) {
      pending.add({ accountId: idOf(0), kind: 'lead', id: idOf(n % MAX_IDS), formerly: idOf(n) });
    }
    const messages = pending.take().flatMap((message) => messagesOf(idOf(0), message));
    expect(messages.map((message) => JSON.stringify(message).length > MAX_LENGTH)).toEqual([false, false]);
  });
});

it('an event has its kind and its id; many are one event without an id', () => {
  expect(eventText({ notification: null, lead: ['1', '2'] })).toBe(
    'event: lead\ndata: {"id":"1"}\n\nevent: lead\ndata: {"id":"2"}\n\nevent: notification\ndata: {}\n\n',
  );
});
