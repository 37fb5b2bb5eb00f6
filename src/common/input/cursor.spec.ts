import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { readCursor, writeCursor } from './cursor';

const SECRET = Buffer.alloc(32, 7);
const SCOPE = 'leads?tag=vip';
const POSITION = ['2026-03-01T12:00:00.000Z', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'];
const CURSOR = writeCursor(SECRET, SCOPE, POSITION);
const BYTES = Buffer.from(CURSOR, 'base64url');

const read = (cursor: string) => readCursor(SECRET, SCOPE, cursor);

describe('a cursor', () => {
  it('gives back its position', () => expect(read(CURSOR)).toEqual(POSITION));

  it.each([[[]], [['']], [['a', 'b', 'c']], [['ação 😀 "\\\n']]])('gives back the position %j', (position) => {
    expect(read(writeCursor(SECRET, SCOPE, position))).toEqual(position);
  });

  it('is one word that needs no escape in an address', () => expect(CURSOR).toMatch(/^[A-Za-z0-9_-]+$/));

  it('does not show its scope', () => expect(BYTES.toString('latin1')).not.toContain('vip'));

  it('of any position is read again', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (scope, position) => {
        const secret = randomBytes(32);
        expect(readCursor(secret, scope, writeCursor(secret, scope, position))).toEqual(position);
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
    (scope) => expect(readCursor(SECRET, scope, CURSOR)).toBeUndefined(),
  );

  it('with another secret', () => {
    expect(readCursor(Buffer.alloc(32, 8), SCOPE, CURSOR)).toBeUndefined();
    expect(readCursor(Buffer.alloc(0), SCOPE, CURSOR)).toBeUndefined();
    const oneBit = Buffer.from(SECRET);
    oneBit[31] = 6;
    expect(readCursor(oneBit, SCOPE, CURSOR)).toBeUndefined();
  });

  it('with the signature of another position', () => {
    const other = Buffer.from(writeCursor(SECRET, SCOPE, ['2020-01-01T00:00:00.000Z', 'x']), 'base64url');
    const mixed = Buffer.concat([BYTES.subarray(0, 16), other.subarray(16)]);
    expect(read(mixed.toString('base64url'))).toBeUndefined();
  });

  it('with nothing in it, its signature made new', () => {
    const signature = createHmac('sha256', SECRET).update(`${SCOPE}\n`).digest().subarray(0, 16);
    expect(read(signature.toString('base64url'))).toBeUndefined();
  });

  it('without an error, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => read(text) === undefined),
      { numRuns: 2_000 },
    );
  });
});
