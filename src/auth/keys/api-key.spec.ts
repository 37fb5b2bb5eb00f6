import { createHash, randomInt } from 'node:crypto';
import { anyText } from '../../../test/support/any-text';
import fc from 'fast-check';
import { PERMISSIONS } from '../../contract/key';
import { hintOf, looksLikeSecret, newSecret, secretHash } from './api-key';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^ent_live_[0-9A-Za-z]{49}$/;

/** CRC-32 of ISO 3309, bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const randomDigits = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET.charAt(randomInt(62))).join('');

const KEY = newSecret('ent_live_');

describe('a new key', () => {
  const keys = Array.from({ length: 2_000 }, () => newSecret('ent_live_'));

  it('is never one of 2,000 others', () => expect(new Set(keys).size).toBe(2_000));

  it('has the shape of a key', () => expect(keys.filter((key) => !SHAPE.test(key))).toEqual([]));

  it('ends in the CRC-32 of the text before, in base 62', () => {
    expect(crc32('123456789')).toBe(0xcbf43926);
    expect(keys.filter((key) => checksum(key.slice(0, 52)) !== key.slice(52))).toEqual([]);
  });

  it('looks like a key', () => expect(keys.filter((key) => !looksLikeSecret('ent_live_', key))).toEqual([]));

  it('holds 256 random bits: every bit is now 0, now 1', () => {
    let all = (1n << 256n) - 1n;
    let any = 0n;
    for (const key of keys) {
      const number = [...key.slice(9, 52)].reduce((sum, digit) => sum * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);
      all &= number;
      any |= number;
    }
    expect(any).toBe((1n << 256n) - 1n);
    expect(all).toBe(0n);
  });
});

describe('what looks like a key', () => {
  it('is any text with the checksum', () => {
    const made = `ent_live_${randomDigits(43)}`;
    expect(looksLikeSecret('ent_live_', made + checksum(made))).toBe(true);
    const zeros = `ent_live_${'0'.repeat(43)}`;
    expect(looksLikeSecret('ent_live_', zeros + checksum(zeros))).toBe(true);
  });

  it('is not a random text of its shape', () => {
    const accepted = Array.from({ length: 2_000 }, () => `ent_live_${randomDigits(49)}`).filter((text) =>
      looksLikeSecret('ent_live_', text),
    );
    expect(accepted).toEqual([]);
  });

  it('is not a key with another character anywhere', () => {
    const accepted: string[] = [];
    for (let place = 0; place < KEY.length; place++) {
      for (const character of `${ALPHABET}_-+/ .`) {
        if (character === KEY[place]) continue;
        const altered = KEY.slice(0, place) + character + KEY.slice(place + 1);
        if (looksLikeSecret('ent_live_', altered)) accepted.push(altered);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is not a key with two neighbours exchanged', () => {
    for (let place = 0; place < KEY.length - 1; place++) {
      const exchanged = KEY.slice(0, place) + KEY.charAt(place + 1) + KEY.charAt(place) + KEY.slice(place + 2);
      if (exchanged !== KEY) expect(looksLikeSecret('ent_live_', exchanged)).toBe(false);
    }
  });

  it('is not a key of another prefix, its checksum made new', () => {
    for (const prefix of [
      'ent_test_',
      'ENT_LIVE_',
      'ent_Live_',
      'ent-live-',
      'sk_live__',
      'ent_live0',
      '',
      ' ent_live_',
      'xent_live_',
    ]) {
      const other = prefix + KEY.slice(9, 52);
      expect(looksLikeSecret('ent_live_', other + checksum(other))).toBe(false);
    }
  });

  it('is not a key of another length, its checksum made new', () => {
    for (const length of [0, 1, 42, 44, 100]) {
      const other = `ent_live_${randomDigits(length)}`;
      expect(looksLikeSecret('ent_live_', other + checksum(other))).toBe(false);
    }
  });

  it.each([
    ['a blank after it', `${KEY} `],
    ['a blank before', ` ${KEY}`],
    ['a line break after it', `${KEY}\n`],
    ['a line break before', `\n${KEY}`],
    ['NUL after it', `${KEY}\0`],
    ['the scheme', `Bearer ${KEY}`],
    ['quotes', `"${KEY}"`],
    ['twice', KEY + KEY],
    ['cut off', KEY.slice(0, -1)],
    ['one more', `${KEY}0`],
    ['upper case', KEY.toUpperCase()],
    ['lower case', KEY.toLowerCase()],
    ['nothing', ''],
    ['the prefix alone', 'ent_live_'],
  ])('is none with %s', (_, text) => expect(looksLikeSecret('ent_live_', text)).toBe(false));

  it('is found without an error, whatever the text', () => {
    fc.assert(fc.property(anyText(), (text) => !looksLikeSecret('ent_live_', text)));
  });
});

describe('what is kept of a key', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of %j is its SHA-256', (text, hex) => expect(secretHash(text).toString('hex')).toBe(hex));

  it('is the SHA-256 of the whole key', () => {
    expect(secretHash(KEY)).toEqual(createHash('sha256').update(KEY, 'utf8').digest());
    expect(secretHash(KEY)).not.toEqual(secretHash(KEY.slice(0, -1)));
  });

  it('is its last four characters for people', () => {
    expect(hintOf(KEY)).toBe(KEY.slice(54));
    expect(hintOf(KEY)).toHaveLength(4);
  });
});

describe('the permissions', () => {
  it('are the five of the specification', () => {
    expect([...PERMISSIONS].sort()).toEqual([
      'leads:read',
      'leads:write',
      'metrics:read',
      'pipeline:read',
      'pipeline:write',
    ]);
  });
});
