import { createHmac, randomBytes } from 'node:crypto';
import { anyText } from '../../../test/support/any-text';
import fc from 'fast-check';
import { readCursor, writeCursor } from './cursor';

const SECRET = Buffer.alloc(32, 7);
const SCOPE = 'leads?tag=vip';
const POSITION = ['2026-03-01T12:00:00.000Z', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'];
const LIST = { secret: SECRET, scope: SCOPE };
const CURSOR = writeCursor(LIST, POSITION);
const BYTES = Buffer.from(CURSOR, 'base64url');

const read = (cursor: string) => readCursor(LIST, cursor);

describe('a cursor', () => {
  it('gives back its position', () => expect(read(CURSOR)).toEqual(POSITION));

  it.each([[[]], [['']], [['a', 'b', 'c']], [['ação 😀 "\\\n']]])('gives back the position %j', (position) => {
    expect(read(writeCursor(LIST, position))).toEqual(position);
  });

  it('is one word that needs no escape in an address', () => expect(CURSOR).toMatch(/^[A-Za-z0-9_-]+$/));

  it('does not show its scope', () => expect(BYTES.toString('latin1')).not.toContain('vip'));

  it('of any position is read again', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (scope, position) => {
        const list = { secret: randomBytes(32), scope };
        const sealed = { ...list, isSealed: true };
        expect(readCursor(list, writeCursor(list, position))).toEqual(position);
        expect(readCursor(sealed, writeCursor(sealed, position))).toEqual(position);
      }),
    );
  });
});

describe('a cursor is refused', () => {
  it('with any of its bytes changed', () => {
    const accepted: string[] = [];
    for (let place = 0; place < BYTES.length; place++) {
      for (let change = 1; change < 256; change++) {
        const tampered = Buffer.from(BYTES);
        tampered[place] = (tampered[place] ?? 0) ^ change;
        if (read(tampered.toString('base64url')) !== undefined) accepted.push(`${place}: ${change}`);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('with any of its characters changed', () => {
    const accepted: string[] = [];
    for (let place = 0; place < CURSOR.length; place++) {
      for (const character of 'ABCXYZabcxyz0189-_+/=. \n😀') {
        if (character === CURSOR[place]) continue;
        const tampered = CURSOR.slice(0, place) + character + CURSOR.slice(place + 1);
        if (read(tampered) !== undefined) accepted.push(tampered);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('cut off anywhere', () => {
    for (let length = 0; length < CURSOR.length; length++) expect(read(CURSOR.slice(0, length))).toBeUndefined();
    for (let start = 1; start <= CURSOR.length; start++) expect(read(CURSOR.slice(start))).toBeUndefined();
    for (let length = 0; length < BYTES.length; length++) {
      expect(read(BYTES.subarray(0, length).toString('base64url'))).toBeUndefined();
    }
  });

  it.each([
    ['padding after it', `${CURSOR}=`],
    ['more padding after it', `${CURSOR}==`],
    ['a letter after it', `${CURSOR}A`],
    ['a blank after it', `${CURSOR} `],
    ['a blank before it', ` ${CURSOR}`],
    ['a line break after it', `${CURSOR}\n`],
    ['NUL after it', `${CURSOR}\0`],
    ['itself after it', CURSOR + CURSOR],
    ['a signature alone', BYTES.subarray(0, 16).toString('base64url')],
    ['a payload alone', BYTES.subarray(16).toString('base64url')],
    ['a signature of zeros', Buffer.concat([Buffer.alloc(16), BYTES.subarray(16)]).toString('base64url')],
    ['plain JSON', JSON.stringify(POSITION)],
    ['nothing', ''],
    ['a word', 'cursor'],
  ])('with %s', (_, cursor) => expect(read(cursor)).toBeUndefined());

  it.each(['', 'leads', 'leads?tag=vip2', 'leads?tag=VIP', ' leads?tag=vip', 'leads?tag=vip\n', 'leads?tag=vi'])(
    'in the scope %j',
    (scope) => expect(readCursor({ ...LIST, scope }, CURSOR)).toBeUndefined(),
  );

  it('with another secret', () => {
    expect(readCursor({ ...LIST, secret: Buffer.alloc(32, 8) }, CURSOR)).toBeUndefined();
    expect(readCursor({ ...LIST, secret: Buffer.alloc(0) }, CURSOR)).toBeUndefined();
    const oneBit = Buffer.from(SECRET);
    oneBit[31] = 6;
    expect(readCursor({ ...LIST, secret: oneBit }, CURSOR)).toBeUndefined();
  });

  it('with the signature of another position', () => {
    const other = Buffer.from(writeCursor(LIST, ['2020-01-01T00:00:00.000Z', 'x']), 'base64url');
    const mixed = Buffer.concat([BYTES.subarray(0, 16), other.subarray(16)]);
    expect(read(mixed.toString('base64url'))).toBeUndefined();
  });

  it('with nothing in it, its signature made new', () => {
    const signature = createHmac('sha256', SECRET).update(`${SCOPE}\n`).digest().subarray(0, 16);
    expect(read(signature.toString('base64url'))).toBeUndefined();
  });

  it('without an error, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.base64String()), (text) => read(text) === undefined),
      { numRuns: 2_000 },
    );
  });
});

describe('a sealed cursor', () => {
  const sealed = { ...LIST, isSealed: true };
  const cursor = writeCursor(sealed, POSITION);
  const shownOf = (text: string) => Buffer.from(text, 'base64url').subarray(16);

  it('gives back its position, and is the same for the same one', () => {
    expect(readCursor(sealed, cursor)).toEqual(POSITION);
    expect(writeCursor(sealed, POSITION)).toBe(cursor);
  });

  it('shows nothing of it, nor what two positions have in common', () => {
    const [here, there] = [shownOf(cursor), shownOf(writeCursor(sealed, [POSITION[0] ?? '', 'x']))];
    expect(here).toHaveLength(JSON.stringify(POSITION).length);
    expect(here.filter((byte, place) => byte === Buffer.from(JSON.stringify(POSITION))[place]).length).toBeLessThan(8);
    expect(there.filter((byte, place) => byte === here[place]).length).toBeLessThan(8);
  });

  it('is another one with another secret', () => {
    const other = shownOf(writeCursor({ ...sealed, secret: Buffer.alloc(32, 8) }, POSITION));
    expect(other.filter((byte, place) => byte === shownOf(cursor)[place]).length).toBeLessThan(8);
  });

  it('is refused where the list shows its positions, altered, or not sealed', () => {
    const bytes = Buffer.from(cursor, 'base64url');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    for (const text of [bytes.toString('base64url'), CURSOR]) expect(readCursor(sealed, text)).toBeUndefined();
    expect(readCursor(LIST, cursor)).toBeUndefined();
  });
});
