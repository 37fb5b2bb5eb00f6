import type { Document, Operation } from './document';

/** The variables that a user of the collection fills in once. */
const TOKENS: Readonly<Record<string, string>> = {
  apiKey: 'api_key',
  ownerSession: 'owner_session',
  operatorToken: 'operator_token',
};

/** A Postman collection (format 2.1) of every route, in folders by tag, with the examples as bodies. */
export function postmanCollection(document: Document) {
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => itemOf(path, method, operation)),
    ),
  }));
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'base_url', value: document.servers[0]?.url ?? '' },
      ...Object.values(TOKENS).map((key) => ({ key, value: '', type: 'string' })),
    ],
    item: folders,
  };
}

function itemOf(path: string, method: string, operation: Operation) {
  const [[type, { example }] = ['', { example: undefined }]] = Object.entries(operation.requestBody?.content ?? {});
  const [scheme] = operation.security.flatMap((one) => Object.keys(one));
  const token = scheme && TOKENS[scheme];
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description ?? '',
      auth: token
        ? { type: 'bearer', bearer: [{ key: 'token', value: `{{${token}}}`, type: 'string' }] }
        : { type: 'noauth' },
      header: [
        ...(type ? [{ key: 'Content-Type', value: type }] : []),
        ...of(operation, 'header').map(({ name }) => ({ key: name, value: '', disabled: true })),
      ],
      url: urlOf(path, operation),
      ...(type && { body: bodyOf(type, example) }),
    },
  };
}

const bodyOf = (type: string, example: unknown) =>
  type === 'application/json'
    ? { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } }
    : { mode: 'raw', raw: String(example) };

/** Path parameters as `:id`; query parameters are there to be ticked. */
function urlOf(path: string, operation: Operation) {
  const segments = path
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
    .filter(Boolean);
  return {
    raw: `{{base_url}}/${segments.join('/')}`,
    host: ['{{base_url}}'],
    path: segments,
    variable: of(operation, 'path').map(({ name }) => ({ key: name, value: '' })),
    query: of(operation, 'query').map(({ name }) => ({ key: name, value: '', disabled: true })),
  };
}

const of = ({ parameters }: Operation, place: string) => parameters.filter((parameter) => parameter.in === place);
