import { readSiteDomain } from './site-domain';

it.each([
  ['a domain', 'minhaloja.com.br', 'minhaloja.com.br'],
  ['a subdomain', 'www.minhaloja.com.br', 'www.minhaloja.com.br'],
  ['capitals', 'MinhaLoja.COM.br', 'minhaloja.com.br'],
  ['accents', 'pão.com.br', 'xn--po-sia.com.br'],
  ['accents in their decomposed form', 'pa\u0303o.com.br', 'xn--po-sia.com.br'],
  ['the ASCII form of accents', 'xn--po-sia.com.br', 'xn--po-sia.com.br'],
  ['digits and hyphens', '99-lojas.net', '99-lojas.net'],
  ['a copied one, with marks and blanks', '\u200b minhaloja.com.br\u00a0\n', 'minhaloja.com.br'],
  ['the longest label', `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ['the longest name', `${'a.'.repeat(125)}com`, `${'a.'.repeat(125)}com`],
  ['a top-level domain of another script', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
])('%s: %s', (_, text, domain) => {
  expect(readSiteDomain(text)).toBe(domain);
  expect(readSiteDomain(domain)).toBe(domain);
});

it.each([
  ['a whole address', 'https://www.minhaloja.com.br/'],
  ['an address without scheme', 'minhaloja.com.br/contato'],
  ['a port', 'minhaloja.com.br:8080'],
  ['a query', 'minhaloja.com.br?a=1'],
  ['a place', 'minhaloja.com.br#a'],
  ['an e-mail address', 'ana@minhaloja.com.br'],
  ['a star', '*.minhaloja.com.br'],
  ['a dot at the beginning', '.minhaloja.com.br'],
  ['a dot at the end', 'minhaloja.com.br.'],
  ['two dots', 'minhaloja..com.br'],
  ['a top-level domain', 'com'],
  ['a name of this machine', 'localhost'],
  ['an IPv4 address', '192.0.2.1'],
  ['an IPv4 address in another form', '0x7f.1'],
  ['an IPv6 address', '[2001:db8::1]'],
  ['an underscore', 'minha_loja.com.br'],
  ['a hyphen at the end of a label', 'minhaloja-.com.br'],
  ['two domains', 'a.com, b.com'],
  ['a blank', 'minha loja.com.br'],
  ['percent signs', 'minhaloja%2ecom.br'],
  ['a backslash', 'minhaloja.com.br\\'],
  ['a label that is too long', `${'a'.repeat(64)}.com`],
  ['a name that is too long', `${'a.'.repeat(126)}com`],
  ['a name that accents make too long', `${'ã.'.repeat(60)}com`],
  ['a short name with marks without end', `minhaloja${'\u034f'.repeat(300)}.com.br`],
  ['a control character', 'minha\u0000loja.com'],
  ['a lone surrogate', 'minha\ud800loja.com'],
  ['nothing', ''],
])('%s is refused', (_, text) => expect(readSiteDomain(text)).toBeUndefined());
