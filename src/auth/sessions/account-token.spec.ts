import fc from 'fast-check';
import { anyText } from '../../../test/support/any-text';
import { accountOfToken, newAccountToken, type TokenKind } from './account-token';

const ACCOUNT = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const KINDS: TokenKind[] = ['session', 'link'];

describe.each(KINDS)('a %s token', (kind) => {
  const other = kind === 'session' ? 'link' : 'session';
  const token = newAccountToken(kind, ACCOUNT);

  it('has its kind, its account and 256 bits in its text', () => {
    expect(token).toMatch(new RegExp(`^ent_${kind}_[0-9A-Za-z]{65}$`));
    expect(accountOfToken(kind, token)).toBe(ACCOUNT);
  });

  it('may have the form that release 1.2.0 gives members other than the owner', () => {
    expect(accountOfToken(kind, token.replace('_', '_member_'))).toBe(ACCOUNT);
  });

  it('is not a token of the other kind', () => {
    expect(accountOfToken(other, token)).toBeUndefined();
    expect(accountOfToken(other, token.replace(kind, other))).toBe(ACCOUNT);
  });

  it.each([
    '00000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-000000000001',
    '0000000f-ffff-ffff-ffff-ffffffffffff',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ACCOUNT,
  ])('carries the account %s', (account) => {
    expect(accountOfToken(kind, newAccountToken(kind, account))).toBe(account);
  });

  it('carries any account, whatever its secret', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (account, secret) => {
        const made = newAccountToken(kind, account, Buffer.from(secret));
        expect(made).toMatch(/^[a-z_]+[0-9A-Za-z]{65}$/);
        expect(accountOfToken(kind, made)).toBe(account);
      }),
    );
  });

  it('is new each time, and the same for the same secret', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newAccountToken(kind, ACCOUNT))).size).toBe(1_000);
    const secret = Buffer.alloc(32, 5);
    expect(newAccountToken(kind, ACCOUNT, secret)).toBe(newAccountToken(kind, ACCOUNT, Buffer.alloc(32, 5)));
    expect(newAccountToken(kind, ACCOUNT, secret)).not.toBe(newAccountToken(kind, ACCOUNT, Buffer.alloc(32, 6)));
  });

  it.each([
    ['nothing', ''],
    ['one character less', token.slice(0, -1)],
    ['one character more', `${token}0`],
    ['a blank after it', `${token} `],
    ['a blank before', ` ${token}`],
    ['a line break after it', `${token}\n`],
    ['upper case', token.toUpperCase()],
    ['a hyphen in the account', `ent_${kind}_-${token.slice(-64)}`],
    ['a hyphen in the secret', `${token.slice(0, -1)}-`],
    ['a letter beyond ASCII', `${token.slice(0, -1)}ã`],
    ['another kind', token.replace(kind, 'reset')],
    ['no kind', token.replace(`${kind}_`, '')],
    ['the prefix of a key', token.replace(`ent_${kind}_`, 'ent_live_')],
    ['the account as UUID', `ent_${kind}_${ACCOUNT}${'0'.repeat(29)}`],
    ['an account beyond 128 bits', `ent_${kind}_${'z'.repeat(22)}${'0'.repeat(43)}`],
    ['the first account beyond 128 bits', `ent_${kind}_7n42DGM5Tflk9n8mt7Fhc8${'0'.repeat(43)}`],
  ])('is none with %s', (_, text) => expect(accountOfToken(kind, text)).toBeUndefined());

  it('with the largest account is still one', () => {
    const largest = `ent_${kind}_7n42DGM5Tflk9n8mt7Fhc7${'0'.repeat(43)}`;
    expect(accountOfToken(kind, largest)).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
  });

  it('is looked for without an error in any text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(accountOfToken(kind, text)).toBeUndefined();
        const account = accountOfToken(kind, `ent_${kind}_${text}`);
        if (account !== undefined) expect(account).toMatch(/^[0-9a-f-]{36}$/);
      }),
    );
  });
});
