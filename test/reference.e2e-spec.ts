import type { NestExpressApplication } from '@nestjs/platform-express';
import { ERRORS } from '../src/common/api-error';
import { PERMISSIONS } from '../src/auth/api-key';
import { NO_ID } from '../src/common/id.pipe';
import { buildDocument, type Operation } from '../src/reference/document';
import { type Partner, startApp, type TestApp } from './support/app';
import { expectDocumented, theContract } from './support/contract';

let test: TestApp;
let partner: Partner;
beforeAll(async () => {
  test = await startApp({ PUBLIC_URL: 'https://entrada.example.com' });
  partner = await test.partner(...PERMISSIONS);
});
afterAll(() => test.close());

const { document } = theContract();
const operations: [string, Operation][] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Record<string, boolean> };
}

/** The routes that Express answers, those of pages and the one for everything else aside. */
function routesOf(app: NestExpressApplication): string[] {
  const { router } = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    !route || route.path === '/{*path}' || /^\/(?:docs|console)/.test(route.path)
      ? []
      : Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')}`,
        ),
  );
}

describe('the API reference', () => {
  it('tells of every route that the service has, and of no other', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(routesOf(test.app).sort());
    expect(operations.length).toBeGreaterThan(40);
  });

  it('tells of every code of the table', () => {
    const told = operations.flatMap(([, { responses }]) =>
      Object.values(responses).flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {})),
    );
    expect([...new Set(told)].sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it.each(operations)('%s: every status has an example that fits its schema', (name, operation) => {
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

  it.each(operations.filter(([, { requestBody }]) => requestBody?.content['application/json']))(
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
  const fetchFile = async (path: string) => {
    const response = await fetch(test.url + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('is a page that needs nothing but our own files, all of which are served', async () => {
    const page = await fetchFile('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(page.text).not.toMatch(/<script>|<style|style=|\son\w+=/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThanOrEqual(4);
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      png: 'image/png',
      json: 'application/json; charset=utf-8',
    };
    for (const file of files) {
      const { status, headers, text } = await fetchFile(`/${file}`);
      expect([file, status, headers.get('content-type')]).toEqual([file, 200, types[file.split('.').at(-1) ?? '']]);
      expect(text.length).toBeGreaterThan(100);
    }
  });

  it('serves the document with the public address', async () => {
    const served = JSON.parse((await fetchFile('/docs/openapi.json')).text) as object;
    expect(served).toEqual(JSON.parse(JSON.stringify(buildDocument('https://entrada.example.com'))));
  });

  it('serves a Postman collection of every route', async () => {
    interface Item {
      request: {
        method: string;
        url: { raw: string; path: string[] };
        auth: { type: string };
        body?: { raw: string; options?: object };
      };
    }
    const collection = JSON.parse((await fetchFile('/docs/postman.json')).text) as {
      info: { schema: string };
      variable: { key: string; value: string }[];
      item: { item: Item[] }[];
    };
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    expect(collection.variable[0]).toEqual({ key: 'base_url', value: 'https://entrada.example.com' });
    const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
    const names = requests.map(({ method, url }) => `${method} /${url.path.join('/').replace(/:(\w+)/g, '{$1}')}`);
    expect(names.sort()).toEqual(operations.map(([name]) => name).sort());
    for (const { url, body } of requests) {
      expect(url.raw).toBe(`{{base_url}}/${url.path.join('/')}`);
      if (body?.options) expect(typeof JSON.parse(body.raw)).toBe('object');
    }
  });

  it.each(['/docs/', '/docs/package.json', '/docs/..%2fpackage.json', '/docs/toString', '/docs/a/b'])(
    'has nothing at %s',
    async (path) => {
      const { status, text } = await fetchFile(path);
      expect([status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([404, 'not_found']);
    },
  );
});

describe('what the suite holds every answer to', () => {
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
