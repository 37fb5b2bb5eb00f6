import { groupOf, kindAt, type Sent, SHARES } from './mix';

it('draws each kind as often as its share says', () => {
  const drawn: Record<string, number> = {};
  for (let n = 0; n < 1_000; n++) {
    const kind = kindAt(n / 1_000);
    drawn[kind] = (drawn[kind] ?? 0) + 1 / 10;
  }
  expect(Object.values(SHARES).reduce<number>((sum, share) => sum + share, 0)).toBe(100);
  for (const kind of Object.keys(SHARES) as Sent[])
    expect([kind, drawn[kind]]).toEqual([kind, expect.closeTo(SHARES[kind])]);
});

it('refuses a place outside', () => {
  expect(() => kindAt(1)).toThrow('1 is not from 0 up to 1');
});

it.each([
  ['new, unread', 'POST'],
  ['get', 'GET'],
  ['owner', 'owner'],
  ['erase', 'other'],
])('%s is compared as %s', (kind, group) => {
  expect(groupOf(kind)).toBe(group);
});
