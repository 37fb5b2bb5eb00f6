import { buildDocument, exactDocument, type Operation } from '../support/document';
import { Contract } from '../support/contract';
import type { Schema } from '../../src/contract/document/shape';
import { documentText } from '../../src/reference/partner-document';

const served = new Contract(buildDocument('http://entrada.test'));
const exact = new Contract(exactDocument('http://entrada.test'));
const { paths, components } = served.document;

const operations: [string, string[], Operation][] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string[], Operation] => [
    `${method.toUpperCase()} ${path}`,
    ['paths', path, method],
    operation,
  ]),
);

/** Collects the values of a keyword in a part of the document, and in everything that it refers to. */
function said(part: unknown, keyword: string, seen = new Set<string>()): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'example' || key === 'examples') return [];
    if (key === '$ref') {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(value)) ?? [];
      return seen.has(name) ? [] : said(components[kind]?.[name], keyword, seen.add(name));
    }
    return [...(key === keyword ? [value as unknown] : []), ...said(value, keyword, seen)];
  });
}

it.each(operations.map(([name, place, operation], index) => [name, place, operation, index] as const))(
  '%s: answers may grow',
  (_name, place, { responses }, index) => {
    for (const [status, response] of Object.entries(responses)) {
      expect([status, said(response, 'additionalProperties').filter((value) => value === false)]).toEqual([status, []]);
      expect([status, said(response, 'enum')]).toEqual([status, []]);
      const media = response.content?.['application/json'];
      // Compiling a schema takes long: some are enough to see that examples with more fields still fit.
      if (index % 10 > 0 || typeof media?.example !== 'object' || media.example === null) continue;
      const grown = { ...media.example, a_new_field: 1 };
      const at = [...place, 'responses', status, 'content', 'application/json', 'schema'];
      expect([served.problemsAt(at, grown), exact.problemsAt(at, grown)]).toEqual([undefined, expect.any(String)]);
    }
  },
);

/** What takes forms too takes any body, from tools. */
const hasOwnBody = ({ requestBody }: Operation): boolean =>
  Boolean(requestBody?.content['application/json'] && !requestBody.content['multipart/form-data']);

it.each(operations.filter(([, , operation]) => hasOwnBody(operation)))(
  '%s: the body has a name and an example, and takes no unknown field',
  (_name, _place, { requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema?.$ref))?.[1] ?? '';
    expect(components.schemas?.[name]?.examples).toEqual([expect.any(Object)]);
    expect(said(schema, 'additionalProperties').every((value) => value === false)).toBe(true);
  },
);

it('takes a new code, and a new value where values are listed', () => {
  const lead = components.schemas?.Lead as { properties: Record<string, Schema> };
  expect(lead.properties.origin).toMatchObject({
    type: 'string',
    'x-extensible-enum': expect.arrayContaining(['social']) as unknown,
  });
  const error = { error: { code: 'a_new_code', message: 'x', request_id: '7e1c2f54-3b0a-4d8e-9f61-2a5b8c7d4e30' } };
  expect(served.problemsAt(['components', 'schemas', 'Error'], error)).toBeUndefined();
});

it('says by which field a choice is made', () => {
  expect(components.schemas?.ActionInput).toMatchObject({
    oneOf: [{ $ref: '#/components/schemas/AddTagAction' }, {}, {}],
    discriminator: { propertyName: 'type', mapping: { add_tag: '#/components/schemas/AddTagAction' } },
  });
  const lookup = (body: object) => served.problemsAt(['components', 'schemas', 'LeadLookup'], body);
  expect(lookup({ phone: '11987654321' })).toBeUndefined();
  expect(lookup({})).toBeDefined();
  expect(lookup({ phone: '11987654321', email: 'a@example.com' })).toBeDefined();
});

const text = documentText(served.document);

const statusesOf = (operationId: string): string[] => {
  const operation = text.slice(text.indexOf(`"operationId":"${operationId}"`));
  const answers = operation.slice(operation.indexOf('"responses":'), operation.indexOf('"operationId"', 1));
  return [...answers.matchAll(/"(\d{3})":\{"description"/g)].map(([, status = '']) => status);
};

it('is served as the text of the document', () => {
  expect(JSON.parse(text)).toEqual(served.document);
  expect(JSON.parse(documentText(served.document, 2))).toEqual(served.document);
});

it.each([
  ['leads.submit', ['201', '200', '202', '400']],
  ['leadEdits.add', ['201', '200', '400', '401']],
  ['accounts.open', ['201', '400', '401', '403']],
  ['leads.list', ['200', '400', '401', '403']],
])('%s: what a mock answers first comes first', (operationId, statuses) =>
  expect(statusesOf(operationId).slice(0, 4)).toEqual(statuses),
);
