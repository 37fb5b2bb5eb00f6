import { hostsOf } from '../../console/site-host';

it.each([
  ['domains, one a line', 'minhaloja.com.br\nloja.example\n', ['minhaloja.com.br', 'loja.example']],
  ['an address from a browser', 'https://www.minhaloja.com.br/', ['www.minhaloja.com.br']],
  ['the address of a page', 'HTTP://minhaloja.com.br/contato?a=1#b', ['minhaloja.com.br']],
  ['an address with a port', 'https://loja.example:8443/a', ['loja.example']],
  ['a domain with a slash', 'minhaloja.com.br/', ['minhaloja.com.br']],
  ['domains with commas', 'a.com, b.com; c.com', ['a.com', 'b.com', 'c.com']],
  ['blank lines', ' \n\r\n a.com \r\n', ['a.com']],
  ['what is no domain, for the service to refuse', 'minha loja', ['minha loja']],
  ['nothing', '', []],
])('%s', (_, text, hosts) => expect(hostsOf(text)).toEqual(hosts));
