import type { NestExpressApplication } from '@nestjs/platform-express';
import { NO_ID } from '../../src/common/input/id.pipe';
import { ERRORS } from '../../src/contract/error';
import { buildDocument, type Document, type Operation, documentedRoutes } from '../support/document';
import { appForAllTests } from '../support/app';
import { checked, expectDocumented, theContract } from '../support/contract';
import { forAllTests } from '../support/setup';
import { ask, DECODERS, filesOf, NEGOTIATIONS } from '../support/site';

checked.most = Infinity;

const test = appForAllTests({ PUBLIC_URL: 'https://entrada.example.com' });
const partner = forAllTests(() => test.partner());

const { document } = theContract();
const operations: [string, Operation][] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

/** The routes of partners, and some others; the drawn calls of `contract-fuzz` know all of them. */
const some = operations.filter(([name], index) => name.includes(' /api/v1/') || index % 8 === 0);

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
}

/** The routes of Express, except pages and the catch-all route. */
function routesOf(app: NestExpressApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    !route || route.path === '/{*path}' || /^\/(?:$|docs|console|f\/)/.test(route.path)
      ? []
      : Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')}`,
        ),
  );
}

describe('the API reference', () => {
  it('has every route of the service, and no other', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(routesOf(test.app).sort());
    expect(operations).not.toEqual([]);
  });

  it('has every code of the table', () => {
    const told = operations.flatMap(([, { responses }]) =>
      Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {})),
    );
    expect([...new Set(told)].sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it.each(some)('%s: every status has an example that fits its schema', (name, operation) => {
    const [method = '', path = ''] = name.split(' ');
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const [type, media] = Object.entries(content ?? {})[0] ?? [];
      if (!type) {
        expect(status).toBe('204');
        continue;
      }
      const named = Object.entries((media?.examples ?? {}) as Record<string, { $ref: string }>);
      const examples = named.length > 0 ? named.map(([code]) => errorExample(code)) : [media?.example];
      const place = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
      for (const example of examples) expect(theContract().problemsAt(place, example)).toBeUndefined();
    }
  });

  it.each(some.filter(([, { requestBody }]) => requestBody?.content['application/json']))(
    '%s: the service takes the example of a body, and the schema fits it alone',
    async (name, { requestBody, security }) => {
      const [method = '', path = ''] = name.split(' ');
      const example = requestBody?.content['application/json']?.example ?? {};
      const place = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
      expect(theContract().problemsAt(place, example)).toBeUndefined();
      expect(theContract().problemsAt(place, { ...example, unknown: 1 })).toBeDefined();
      const [base = '', client] =
        'apiKey' in (security[0] ?? {}) ? ['/api/v1', partner.api] : ['/admin/v1', partner.owner];
      const answer = await client.send(method, path.slice(base.length).replace(/\{\w+\}/g, NO_ID), example);
      expect([200, 201, 202, 401, 404]).toContain(answer.status);
    },
  );
});

const errorExample = (code: string): unknown => document.components.examples?.[`Error_${code}`]?.value;

describe('/docs', () => {
  const at = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(test.url + path, headers, method);
  const documentAt = async (path: string) => JSON.parse((await at(path)).body.toString()) as Document;

  it.each(['/docs', '/docs/', '/docs/?document=openapi'])(
    'is at %s a page that needs nothing but our own files, all of which are served from there',
    async (path) => {
      const { status, headers, body } = await at(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
      const html = body.toString();
      // Relative addresses work behind a proxy that changes the path.
      expect(html).not.toMatch(/<script>|<style|style=|\son\w+=|(?:src|href)="\//);
      const files = filesOf(path, html);
      const types: Record<string, string> = {
        js: 'text/javascript; charset=utf-8',
        css: 'text/css; charset=utf-8',
        svg: 'image/svg+xml',
        json: 'application/json; charset=utf-8',
      };
      expect(files.map((file) => file.split('.').at(-1) ?? '').sort()).toEqual(['css', 'js', 'json', 'json', 'svg']);
      for (const file of files) {
        const answer = await at(file);
        const { 'content-type': type, 'cache-control': caching } = answer.headers;
        const isHashed = /^\/docs\/assets\/\w+-[\w-]{8}\.\w+$/.test(file);
        expect([file, answer.status, type]).toEqual([file, 200, types[file.split('.').at(-1) ?? '']]);
        expect(caching).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        expect(isHashed).toBe(!file.endsWith('.json'));
      }
    },
  );

  it.each(NEGOTIATIONS.slice(0, 3))('answers Accept-Encoding: %s in %s', async (accepted, coding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
    const files = filesOf('/docs', (await at('/docs')).body.toString());
    for (const path of ['/docs', '/docs/', ...files]) {
      const plain = await at(path);
      const answer = await at(path, headers);
      const { 'content-encoding': sentIn, 'content-length': length, vary } = answer.headers;
      expect([path, answer.status, sentIn, vary]).toEqual([path, 200, coding, 'Accept-Encoding']);
      expect(Number(length)).toBe(answer.body.length);
      expect((coding ? DECODERS[coding](answer.body) : answer.body).equals(plain.body)).toBe(true);
      const { body, headers: told } = await at(path, headers, 'HEAD');
      expect([body.length, told['content-encoding'], told['content-length']]).toEqual([0, coding, length]);
    }
  });

  it('sends its files in a quarter of their size', async () => {
    const paths = ['/docs', ...filesOf('/docs', (await at('/docs')).body.toString())];
    const bytes = async (headers: Record<string, string>): Promise<number> => {
      const answers = await Promise.all(paths.map((path) => at(path, headers)));
      return answers.reduce((sum, { body }) => sum + body.length, 0);
    };
    const whole = await bytes({});
    expect(await bytes({ 'Accept-Encoding': 'gzip' })).toBeLessThan(whole / 4);
    expect(await bytes({ 'Accept-Encoding': 'br' })).toBeLessThan(whole / 4.5);
  });

  it('serves the document with the public address', async () => {
    const served = await documentAt('/docs/openapi.json');
    expect(served).toEqual(JSON.parse(JSON.stringify(buildDocument('https://entrada.example.com'))));
  });

  it('serves the partner API alone, as in the whole document, with everything that it refers to and nothing more', async () => {
    const whole = await documentAt('/docs/openapi.json');
    const partnerApi = await documentAt('/docs/partner.json');
    expect(documentedRoutes(partnerApi)).toEqual(documentedRoutes(whole).filter((name) => name.includes(' /api/v1/')));
    expect(documentedRoutes(partnerApi)).toHaveLength(8);
    expect(partnerApi.servers).toEqual(whole.servers);
    for (const [path, methods] of Object.entries(partnerApi.paths)) expect(methods).toEqual(whole.paths[path]);
    expect(partnerApi.tags.map(({ name }) => name)).toEqual(['Leads', 'Pipeline', 'Metrics']);
    expect(Object.keys(partnerApi.components.securitySchemes ?? {})).toEqual(['apiKey']);
    const text = JSON.stringify(partnerApi);
    const referred = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const there = Object.entries(partnerApi.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `${kind}/${name}`));
    expect(there.sort()).toEqual([...referred].sort());
    expect(text).not.toMatch(/operatorToken|ownerSession|admin\/v1|X-Account-Id/);
  });

  it.each([
    ...['/docs/package.json', '/docs/..%2fpackage.json', '/docs/toString', '/docs/assets/'],
    ...['/docs/assets/none.js', '/docs/assets/__proto__', '/docs//', '/Docs'],
  ])('has nothing at %s', async (path) => {
    const { status, headers, body } = await at(path);
    const { error } = JSON.parse(body.toString()) as { error: { code: string } };
    expect([status, error.code, headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
  });
});

describe('what the suite checks in every answer', () => {
  const id = '7e1c2f54-3b0a-4d8e-9f61-2a5b8c7d4e30';
  const headers: Record<string, string> = {
    'x-request-id': id,
    'ratelimit-policy': '"ip";q=300;w=60',
    ratelimit: '"ip";r=299;t=60',
    'content-type': 'application/json; charset=utf-8',
  };
  const observed = (status: number, body: object, without = '') => ({
    status,
    header: (name: string) => (name.toLowerCase() === without ? undefined : headers[name.toLowerCase()]),
    text: JSON.stringify(body),
  });
  const notFound = (details?: object) => ({
    error: { code: 'not_found', message: 'Recurso não encontrado.', request_id: id, ...details },
  });

  it.each([
    ['a good answer', 'GET', '/api/v1/pipelines', observed(200, { data: [] }), undefined],
    ['a known error', 'GET', '/api/v1/leads/x', observed(404, notFound()), undefined],
    ['an unknown route', 'GET', '/api/v1/nowhere', observed(404, notFound()), undefined],
    ['another field', 'GET', '/api/v1/pipelines', observed(200, { data: [], more: 1 }), /additional properties/],
    ['another field of an error', 'GET', '/api/v1/leads/x', observed(404, notFound({ x: 1 })), /additional properties/],
    ['a missing field', 'GET', '/api/v1/leads', observed(200, { data: [] }), /required property 'next_cursor'/],
    ['another status', 'GET', '/api/v1/pipelines', observed(418, {}), /status 418 is not documented/],
    ['another code', 'GET', '/api/v1/pipelines', observed(401, notFound()), /header WWW-Authenticate is missing/],
    ['a code of another route', 'GET', '/api/v1/metrics', observed(422, notFound()), /must be equal to constant/],
    ['a missing header', 'GET', '/api/v1/pipelines', observed(200, { data: [] }, 'ratelimit'), /header RateLimit is/],
    ['an unknown route that answers', 'GET', '/api/v1/nowhere', observed(200, { data: [] }), /no such route/],
  ])('%s', (_name, method, target, answer, problem) => {
    const check = () => expectDocumented(method, target, answer);
    if (problem) expect(check).toThrow(problem);
    else expect(check).not.toThrow();
  });
});
