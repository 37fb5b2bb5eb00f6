import type { NotificationType } from '../contract/notification';
import { OWNER_READER, type Reader } from '../notices/notification-reader';
import type { ChangeMessage } from './pending-changes';
import { type LookUp, publicationOf, sightOf } from './publication';

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

/** What a reader is told, each as its kind and id. */
const toldTo = async (reader: Reader, message: Omit<ChangeMessage, 'accountId'>, lookUp: LookUp) => {
  const told = publicationOf({ accountId: 'a', ...message }, lookUp);
  const text = typeof told === 'string' ? told : await told(reader);
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
    ([, kind, data]) => `${kind} ${(JSON.parse(data ?? '') as { id?: string }).id ?? 'many'}`,
  );
};

const NONE = { lead: [], deal: [], notification: [], activity: [], appointment: [] };
const changes = { lead: ['1', '2'], deal: ['3', '4'], notification: ['5', '6'] };
const all = ['lead 1', 'lead 2', 'deal 3', 'deal 4', 'notification 5', 'notification 6'];

it('the owner is told of all changes without a look-up', async () => {
  const lookUp = lookUpOf();
  expect(await toldTo(OWNER_READER, { changes }, lookUp)).toEqual(all);
  expect(lookUp).not.toHaveBeenCalled();
});

it('a member who sees all leads: of all leads and deals, also gone ones, and of the notifications that they see', async () => {
  const lookUp = lookUpOf('notification 6');
  const reader = sellerOf(null);
  expect(await toldTo(reader, { changes }, lookUp)).toEqual([...all.slice(0, 4), 'notification 6']);
  expect(lookUp.mock.calls).toEqual([['a', reader, { ...NONE, notification: ['5', '6'] }]]);
});

it.each([{ lead: ['1'], deal: null }, { notification: null }])(
  'a member who sees all leads is told of %j without a look-up',
  async (present) => {
    const lookUp = lookUpOf();
    expect(await toldTo(sellerOf(null), { changes: present }, lookUp)).toHaveLength(Object.keys(present).length);
    expect(lookUp).not.toHaveBeenCalled();
  },
);

it('a viewer is told of what they see, and of nothing else', async () => {
  const lookUp = lookUpOf('lead 2', 'deal 3', 'notification 5', 'lead 3');
  expect(await toldTo(sellerOf('v'), { changes }, lookUp)).toEqual(['lead 2', 'deal 3', 'notification 5']);
  expect(await toldTo(sellerOf('v'), { changes }, lookUpOf())).toEqual([]);
});

it('a viewer is told of many without a look-up', async () => {
  const lookUp = lookUpOf();
  expect(await toldTo(sellerOf('v'), { changes: { lead: null, notification: null } }, lookUp)).toEqual([
    'lead many',
    'notification many',
  ]);
  expect(lookUp).not.toHaveBeenCalled();
});

it.each<[whose: (string | null)[], isTold: boolean]>([
  [['v'], true],
  [[null], true],
  [['w', 'v'], true],
  [['w', null], true],
  [['w'], false],
])('a lead that they do not see and that was of %j is told to the viewer v: %s', async (whose, isTold) => {
  const message = { changes: { lead: ['1', '2'], deal: ['1'] }, formerly: { 1: whose } };
  expect(await toldTo(sellerOf('v'), message, lookUpOf())).toEqual(isTold ? ['lead 1'] : []);
});

it('readers who see the same share a look-up, and others have their own', async () => {
  const lookUp = lookUpOf();
  const told = publicationOf({ accountId: 'a', changes }, lookUp);
  if (typeof told === 'string') throw new Error('for each reader');
  const readers = [sellerOf('v'), sellerOf('v'), sellerOf(null, 'm'), sellerOf(null, 'n'), sellerOf('w'), OWNER_READER];
  await Promise.all(readers.map((reader) => told(reader as Reader)));
  expect(lookUp).toHaveBeenCalledTimes(3);
  expect(new Set(readers.map((reader) => sightOf(reader as Reader))).size).toBe(4);
});
