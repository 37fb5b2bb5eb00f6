import { type Actor, jobActor, keyActor, memberActor, operatorActor, SEES_ALL, type Viewer, viewerId } from './actor';

const ADDRESS = '203.0.113.7';
const [ALL, OWN] = [{ sellersSee: 'all' }, { sellersSee: 'own' }] as const;
const member = (role: 'owner' | 'manager' | 'seller') => ({ id: 'm', role });

it.each<
  [who: string, actor: Actor, type: string, id: [keyof Actor, string] | undefined, sees: string, mayAssign: boolean]
>([
  ['a key', keyActor('k', ADDRESS), 'key', ['keyId', 'k'], 'all', true],
  ['the operator', operatorActor(ADDRESS), 'operator', undefined, 'all', true],
  ['the owner', memberActor(OWN, member('owner'), ADDRESS), 'owner', ['memberId', 'm'], 'all', true],
  ['a manager', memberActor(OWN, member('manager'), ADDRESS), 'member', ['memberId', 'm'], 'all', true],
  [
    'a seller who sees all leads',
    memberActor(ALL, member('seller'), ADDRESS),
    'member',
    ['memberId', 'm'],
    'all',
    false,
  ],
  [
    'a seller who sees own leads',
    memberActor(OWN, member('seller'), ADDRESS),
    'member',
    ['memberId', 'm'],
    'own',
    false,
  ],
  ['a job with an address', jobActor('sign-in', ADDRESS), 'job', ['job', 'sign-in'], 'all', true],
])('%s', (_, actor, type, id, sees, mayAssign) => {
  const ids = { memberId: null, keyId: null, job: null, ...(id && { [id[0]]: id[1] }) };
  expect(actor).toEqual({ type, ...ids, address: ADDRESS, sees, mayAssign });
  expect(viewerId(actor)).toBe(sees === 'own' ? 'm' : null);
});

it('who sees all leads is no member', () => {
  expect(viewerId(SEES_ALL)).toBeNull();
});

it('a job has no address of its own', () => {
  expect(jobActor('retention')).toMatchObject({ job: 'retention', address: null });
});

it('a forgotten viewer does not compile', () => {
  // @ts-expect-error null is no viewer
  const viewers: Viewer[] = [SEES_ALL, null];
  // @ts-expect-error whose leads is missing
  viewers.push({ sees: 'own' });
  // @ts-expect-error neither is a member without a word on what they see
  viewers.push({ memberId: 'm' });
  expect(viewers).toHaveLength(4);
});
