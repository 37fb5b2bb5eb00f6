import { Config } from '../../config/config';
import { accountOfToken, keptLinkToken, linkToken, linkUrl } from './account-token';
import { secretHash } from '../keys/api-key';
const ACCOUNT = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const LINK = '0190a1b2-0000-7000-8000-000000000001';
const [OLD, NEW] = ['old-operator-token-0123456789abcdef0123', 'new-operator-token-0123456789abcdef0123'];
/** Takes one token, or two during a replacement. */
const config = (...tokens: string[]): Config =>
  Config.from({ OPERATOR_TOKEN: tokens.join(','), PUBLIC_URL: 'https://leads.example' });

describe('the token of a link', () => {
  const token = linkToken(config(OLD), ACCOUNT, LINK);

  it('carries the account, and is the same each time it is made', () => {
    expect(accountOfToken('link', token)).toBe(ACCOUNT);
    expect(linkToken(config(OLD), ACCOUNT, LINK)).toBe(token);
  });

  it.each([
    ['link', linkToken(config(OLD), ACCOUNT, ACCOUNT)],
    ['account', linkToken(config(OLD), LINK, LINK)],
    ['token of the operator', linkToken(config(NEW), ACCOUNT, LINK)],
  ])('is another one for another %s', (_, other) => {
    expect(other.slice(-43)).toHaveLength(43);
    expect(other).not.toBe(token);
  });

  it.each([
    ['the token that made it', config(OLD), true],
    ['that token as the second one', config(NEW, OLD), true],
    ['that token as the first of two', config(OLD, NEW), true],
    ['neither', config(NEW), false],
  ])('is found again by its hash with %s', (_, settings, isFound) => {
    expect(keptLinkToken(settings, ACCOUNT, LINK, secretHash(token))).toBe(isFound ? token : undefined);
  });

  it('of release 1.2.0 is found again too, also in the form of members other than the owner', () => {
    const other = token.replace('_', '_member_');
    expect(accountOfToken('link', other)).toBe(ACCOUNT);
    expect(keptLinkToken(config(NEW, OLD), ACCOUNT, LINK, secretHash(other))).toBe(other);
  });

  it('is used after the #', () => {
    expect(linkUrl(config(OLD), token)).toBe(`https://leads.example/console#link=${token}`);
  });
});
