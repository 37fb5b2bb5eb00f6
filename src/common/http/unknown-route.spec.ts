import { type DeclaredRoute, unknownRoute } from './unknown-route';

const ROUTES: DeclaredRoute[] = [
  { path: '/', methods: ['GET'] },
  { path: '/api/v1/leads', methods: ['POST'] },
  { path: '/api/v1/leads', methods: ['GET'] },
  { path: '/api/v1/leads/:id', methods: ['GET'] },
  { path: '/admin/v1/accounts', methods: ['GET'] },
  { path: '/docs{/}', methods: ['GET'] },
];

const messageOf = (method: string, path: string): string =>
  unknownRoute(method, path, (requested) =>
    ROUTES.filter((route) =>
      new RegExp(`^${route.path.replace('{/}', '/?').replaceAll(/:\w+/g, '[^/]+')}$`).test(requested),
    ),
  );

const MEANT =
  /^Não há esta rota: o endereço certo é \/api\/v1\/leads, sem barra no fim, barra dupla, maiúsculas ou outro começo\. As rotas/;

it.each([
  ['the bare address', 'GET', '/', /^Não há rota da API neste endereço\..*\/api\/v1.*\/docs.*\/docs\/partner\.json/],
  ['the base path', 'GET', '/api/v1', /^Não há esta rota\. As rotas da API começam com \/api\/v1/],
  ['something else', 'GET', '/wp-login.php', /^Não há esta rota\. As rotas/],
  [
    'another method',
    'DELETE',
    '/api/v1/leads',
    /^A rota \/api\/v1\/leads existe, mas não com DELETE: use POST ou GET\.$/,
  ],
  ['another method of a page', 'POST', '/docs', /^A rota \/docs existe, mas não com POST: use GET\.$/],
  ['a method that nobody knows', 'X<b>Y', '/api/v1/leads', /não com este método:/],
  ['a slash at the end', 'POST', '/api/v1/leads/', MEANT],
  ['two slashes, of a base that ends in one', 'POST', '/api/v1//leads', MEANT],
  ['the version alone', 'POST', '/v1/leads', MEANT],
  ['no version', 'POST', '/api/leads', MEANT],
  ['no base path', 'POST', '/leads', MEANT],
  ['the base path twice', 'POST', '/api/v1/api/v1/leads', MEANT],
  ['the base path at the end', 'POST', '/leads/api/v1', /^Não há esta rota\. /],
  ['capital letters', 'POST', '/API/v1/Leads', MEANT],
  ['a line break of a setting', 'POST', '/api/v1/leads%0A', MEANT],
  ['a blank that was copied', 'POST', '/api/v1/leads%20', MEANT],
  ['a blank inside', 'POST', '/api/v1/le%20ads', /^Não há esta rota\. /],
  ['a route of the back office under the base path', 'GET', '/api/v1/admin/v1/accounts', /\/admin\/v1\/accounts, /],
  ['a preflight of a browser', 'OPTIONS', '/api/v1/leads', /navegador.*do seu servidor/],
  ['a lone per cent sign', 'GET', '/api/v1/leads/50%', /%25/],
  ['bytes that are no UTF-8', 'GET', '/api/v1/leads/%FF', /%25/],
  ['slashes alone', 'GET', '//', /^Não há esta rota\. /],
  ['the longest path that may be a typing error', 'POST', `/leads${'/'.repeat(194)}`, MEANT],
  ['a longer one', 'POST', `/leads${'/'.repeat(195)}`, /^Não há rota da API neste endereço/],
  ['a very long path', 'GET', `/${'a/'.repeat(5_000)}`, /^Não há rota da API neste endereço/],
])('%s', (_, method, path, message) => expect(messageOf(method, path)).toMatch(message));

it('repeats no id, phone or address of the path', () => {
  for (const path of ['/leads/5511987654321', '/api/v1/leads/5511987654321/', '/api/v1/leads/5511987654321/x']) {
    expect(messageOf('GET', path)).not.toContain('5511');
  }
  expect(messageOf('GET', '/leads/5511987654321')).toContain('o endereço certo é /api/v1/leads/{id}, ');
});
