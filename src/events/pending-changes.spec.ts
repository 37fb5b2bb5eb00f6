import { EVENT_KINDS } from '../contract/event';
import { MAX_COLLECTED, MAX_IDS, messageOf, messagesOf, PendingChanges } from './change-message';

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
    [MAX_IDS + 1, MAX_IDS + 1],
    [MAX_COLLECTED, MAX_COLLECTED],
    [MAX_COLLECTED + 1, null],
    [MAX_COLLECTED + 100, null],
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
    ['as many as are collected', 1, MAX_COLLECTED, false],
    ['as many of several leads', 2, MAX_COLLECTED / 2, false],
    ['more', 1, MAX_COLLECTED + 1, true],
    ['more of several leads', 2, MAX_COLLECTED / 2 + 1, true],
    ['any, of too many leads', MAX_COLLECTED + 1, 1, true],
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

  it('keeps former responsibles while deals are many, and however often one is added', () => {
    const pending = new PendingChanges();
    for (let n = 0; n <= MAX_COLLECTED; n++) pending.add({ accountId: 'a', kind: 'lead', id: '1', formerly: 'm' });
    for (let n = 0; n <= MAX_COLLECTED; n++) pending.add({ accountId: 'a', kind: 'deal', id: idOf(n), formerly: 'n' });
    const changes = { lead: ['1'], deal: null };
    expect(pending.take()).toEqual([{ accountId: 'a', changes, formerly: { 1: ['m'] } }]);
  });

  it('keeps which leads came back, once, until leads are many', () => {
    const pending = new PendingChanges();
    for (const id of ['1', '2', '1']) pending.add({ accountId: 'a', kind: 'lead', id, returned: true });
    pending.add({ accountId: 'a', kind: 'lead', id: '3' });
    expect(pending.take()).toEqual([{ accountId: 'a', changes: { lead: ['1', '2', '3'] }, returned: ['1', '2'] }]);
    pending.add({ accountId: 'a', kind: 'lead', id: '1', returned: true });
    for (let n = 0; n <= MAX_COLLECTED; n++) pending.add({ accountId: 'a', kind: 'deal', id: idOf(n) });
    expect(pending.take()).toEqual([{ accountId: 'a', changes: { lead: ['1'], deal: null }, returned: ['1'] }]);
    for (let n = 0; n <= MAX_COLLECTED; n++) pending.add({ accountId: 'a', kind: 'lead', id: idOf(n), returned: true });
    expect(pending.take()).toEqual([{ accountId: 'a', changes: { lead: null } }]);
  });

  it('says when an account has no room for further ids, so that its own changes are published before', () => {
    const pending = new PendingChanges();
    const isFull = (n: number, more: object = {}) =>
      pending.add({ accountId: 'a', kind: 'lead', id: idOf(n), ...more });
    for (let n = 0; n < MAX_COLLECTED - 1; n++) expect(isFull(n)).toBe(false);
    expect(isFull(MAX_COLLECTED - 1)).toBe(true);
    pending.take();
    expect(isFull(1)).toBe(false);
    for (let n = 0; n < MAX_COLLECTED - 1; n++) expect(isFull(1, { formerly: idOf(n) })).toBe(false);
    expect(isFull(1, { formerly: null })).toBe(true);
  });

  it('as much as is collected goes in as many messages as it needs, each accepted, and is the same together', () => {
    const pending = new PendingChanges();
    const accountId = idOf(0);
    for (let n = 0; n < MAX_COLLECTED; n++) {
      for (const kind of ['lead', 'deal', 'notification', 'activity'] as const)
        pending.add({ accountId, kind, id: idOf(n) });
      pending.add({ accountId, kind: 'lead', id: idOf(n), formerly: n % 2 === 0 ? null : idOf(n), returned: true });
    }
    pending.add({ accountId, kind: 'delivery' });
    const [message] = pending.take();
    if (!message) throw new Error('nothing was taken');
    const texts = messagesOf(idOf(1), message).map((one) => JSON.stringify(one));
    const together = new PendingChanges();
    for (const text of texts) {
      const { changes = {}, formerly = {}, returned = [] } = messageOf(text) ?? {};
      for (const kind of EVENT_KINDS) {
        const ids = changes[kind];
        if (ids === null) together.add({ accountId, kind });
        else for (const id of ids ?? []) together.add({ accountId, kind, id });
      }
      for (const [id, members] of Object.entries(formerly))
        for (const member of members) together.add({ accountId, kind: 'lead', id, formerly: member });
      for (const id of returned) together.add({ accountId, kind: 'lead', id, returned: true });
    }
    expect(together.take()).toEqual([message]);
  });
});
