import { expectMayAssign } from './may-assign';

const [ME, OTHER] = ['me', 'other'];
const seller = { memberId: ME, mayAssign: false };

it.each<[what: string, from: string | null, to: string | null, isAllowed: boolean]>([
  ['takes what is nobody’s', null, ME, true],
  ['leaves what is nobody’s', null, null, true],
  ['gives what is nobody’s to another', null, OTHER, false],
  ['hands theirs on', ME, OTHER, true],
  ['gives theirs up', ME, null, true],
  ['keeps theirs', ME, ME, true],
  ['takes what is another’s', OTHER, ME, false],
  ['gives another’s up', OTHER, null, false],
  ['leaves it with another', OTHER, OTHER, true],
])('a seller %s', (_, from, to, isAllowed) => {
  const assign = () => expectMayAssign(from, to, seller);
  if (isAllowed) expect(assign).not.toThrow();
  else {
    const message = expect.stringMatching(
      from === null ? /^Um lead sem responsável/ : /^Este lead é de outra pessoa/,
    ) as string;
    expect(assign).toThrow(expect.objectContaining({ code: 'forbidden', message }) as Error);
  }
  expect(() => expectMayAssign(from, to, { ...seller, mayAssign: true })).not.toThrow();
});
