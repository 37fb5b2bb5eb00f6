import { AdminModule } from '../admin/admin.module';
import { MetricsGuard } from '../admin/metrics.guard';
import { OperatorGuard } from '../admin/operator.guard';
import { OwnPageGuard } from '../admin/own-page';
import { OwnerGuard } from '../admin/owner.guard';
import { ApiKeyGuard } from '../auth/api-key.guard';
import { type ErrorCode, ERRORS, REFUSAL } from '../contract/error';
import { ref, type Schema } from '../contract/json-schema';
import { MAX_HEAVY_CALLS } from '../contract/limits';
import type { RouteAnswer, RouteText, Rule } from '../contract/route-text';
import { TEXT } from '../contract/shape';
import { LeadsModule } from '../leads/leads.module';
import { MetricsModule } from '../metrics/metrics.module';
import { PipelinesModule } from '../pipelines/pipelines.module';
import { ACCOUNT_HEADERS } from './account-headers';
import { complete } from './complete';
import { SHAPES } from './components';
import { inputRef, inputSchemas, queryParameters } from './dto-schema';
import {
  countsStrangers,
  errorContent,
  ERROR_EXAMPLES,
  ERROR_SCHEMAS,
  errorSchema,
  errorsOfGuards,
  isHeavy,
  isLimited,
} from './errors';
import { HEADERS, INFO, securitySchemes, TAGS } from './info';
import { opened, openedAll } from './published';
import { type Route, routesOf } from './routes';
import { TEXTS } from './texts';

/** An answer of an operation. */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Schema>>;
  readonly content?: Readonly<Record<string, { schema: Schema; example?: unknown; examples?: Schema }>>;
}

/** One route of the document. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly 'x-rules'?: readonly Rule[];
  readonly security: readonly Schema[];
  readonly parameters: readonly (Schema & { readonly name: string; readonly in: string })[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** The API reference, in OpenAPI 3.1. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

const JSON_TYPE = 'application/json';

const MODULES = [LeadsModule, PipelinesModule, MetricsModule, AdminModule];

/** How answers are described: exactly as they are today, or as clients should read them. */
interface Telling {
  readonly shapes: Readonly<Record<string, Schema>>;
  readonly success: (schema: Schema) => Schema;
  readonly error: (codes: readonly ErrorCode[]) => Schema;
}

const EXACT: Telling = { shapes: { ...SHAPES, ...ERROR_SCHEMAS }, success: (schema) => schema, error: errorSchema };
const PUBLISHED: Telling = {
  shapes: openedAll({ ...SHAPES, Error: REFUSAL.schema }),
  success: opened,
  error: () => ref('Error'),
};

/** The document as it is served: its answers may grow, as version 1 does. */
export const buildDocument = (publicUrl: string): Document => documentOf(publicUrl, PUBLISHED);

/** The document that the tests hold the service to: it names every field, value and code of an answer. */
export const exactDocument = (publicUrl: string): Document => documentOf(publicUrl, EXACT);

/**
 * Makes the document from the code: routes, permissions and guards from the decorators, requests from the validated classes,
 * codes from the table of errors. Throws for a route without a text, and for a text without a route.
 */
function documentOf(publicUrl: string, telling: Telling): Document {
  const routes = routesOf(MODULES);
  const unknown = Object.keys(TEXTS).filter((name) => !routes.some((route) => route.name === name));
  if (unknown.length > 0) throw new Error(`no such route: ${unknown.join(', ')}`);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const text = TEXTS[route.name];
    if (!text) throw new Error(`the API reference says nothing of ${route.name}`);
    (paths[route.path] ??= {})[route.method] = operationOf(route, text, telling);
  }
  return complete({
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...telling.shapes, ...inputsOf(routes) },
      examples: ERROR_EXAMPLES,
      headers: HEADERS,
      securitySchemes: securitySchemes(publicUrl),
    },
  });
}

/** The schemas of all request bodies, each with the example of the first route that takes it. */
function inputsOf(routes: readonly Route[]): Record<string, Schema> {
  const inputs: Record<string, Schema> = {};
  for (const { name, body } of routes) {
    if (!body) continue;
    for (const [input, schema] of Object.entries(inputSchemas(body))) {
      if (input in SHAPES) throw new Error(`${input} is an answer already`);
      const example = inputRef(body).$ref === ref(input).$ref ? { examples: [TEXTS[name]?.body] } : {};
      inputs[input] = { ...schema, ...example, ...inputs[input] };
    }
  }
  return inputs;
}

function operationOf(route: Route, text: RouteText, telling: Telling): Operation {
  const permission = route.permission && `Permission: \`${route.permission}\`.`;
  const rules = (text.rules ?? []).map(({ rule }) => rule);
  const turns = isHeavy(route) && HEAVY;
  const description = [permission, text.description, turns, ...rules].filter(Boolean).join(' ');
  return {
    operationId: route.operationId,
    summary: text.summary,
    tags: [text.tag],
    ...(description && { description }),
    ...(text.rules && { 'x-rules': text.rules }),
    security: securityOf(route),
    parameters: [
      ...pathParameters(route),
      ...accountHeaders(route),
      ...(route.query ? queryParameters(route.query) : []),
    ] as never,
    ...requestBodyOf(route, text),
    responses: responsesOf(route, text, telling),
  };
}

const HEAVY = `It is a heavy call, as are exports, uploads of files, the board, the breakdown and bulk changes: of an account ${MAX_HEAVY_CALLS} of them run at once in each instance. Others wait for their turn up to ten seconds, then get 429 with the limit \`heavy\`.`;

const BINARY: Schema = { type: 'string', format: 'binary' };

function requestBodyOf({ name, body }: Route, text: RouteText): Pick<Operation, 'requestBody'> {
  if (body && !text.body) throw new Error(`${name} has no example of a body`);
  if (body && text.body) {
    return {
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: inputRef(body), example: text.body } } },
    };
  }
  if (!text.upload) return {};
  const { type, example, otherTypes } = text.upload;
  const others = otherTypes.map((other) => [other, { schema: BINARY }] as const);
  return {
    requestBody: {
      required: true,
      content: { [type]: { schema: TEXT.schema, example }, ...Object.fromEntries(others) },
    },
  };
}

function securityOf({ guards }: Route): Schema[] {
  if (guards.includes(ApiKeyGuard)) return [{ apiKey: [] }];
  if (guards.includes(OwnerGuard)) return [{ ownerSession: [] }, { sessionCookie: [] }, { operatorToken: [] }];
  if (guards.includes(MetricsGuard)) return [{ metricsToken: [] }, { operatorToken: [] }];
  return guards.includes(OperatorGuard) ? [{ operatorToken: [] }] : [];
}

const pathParameters = ({ path }: Route): Schema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const accountHeaders = ({ guards }: Route): readonly Schema[] => (guards.includes(OwnerGuard) ? ACCOUNT_HEADERS : []);

function responsesOf(route: Route, text: RouteText, telling: Telling): Record<string, ResponseObject> {
  const responses: Record<string, ResponseObject> = {};
  for (const answer of text.answers) responses[answer.status] = successOf(route, answer, telling);
  for (const [status, codes] of errorsByStatus(route, text)) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      headers: headersOf(route, status),
      content: errorContent(codes, telling.error(codes)) as ResponseObject['content'],
    };
  }
  return responses;
}

function successOf(
  route: Route,
  { status, what, schema, example, type, headers }: RouteAnswer,
  { success }: Telling,
): ResponseObject {
  const own = Object.entries(headers ?? {}).map(([name, description]) => [name, { description, schema: TEXT.schema }]);
  return {
    description: what,
    headers: { ...headersOf(route, status), ...(Object.fromEntries(own) as Record<string, Schema>) },
    ...(schema && { content: { [type ?? 'application/json']: { schema: success(schema), example } } }),
  };
}

function errorsByStatus(route: Route, { errors = [], unprocessable = [] }: RouteText): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  const add = (code: ErrorCode, status: number): void => {
    found.set(status, [...(found.get(status) ?? []).filter((other) => other !== code), code]);
  };
  for (const code of [...errorsOfGuards(route), ...errors]) add(code, ERRORS[code][0]);
  for (const code of unprocessable) add(code, 422);
  return found;
}

/** Answers before or below the limits may have no limit headers. */
const isUncounted = ({ guards }: Route, status: number): boolean =>
  [400, 413, 500].includes(status) || (status === 403 && guards.includes(OwnPageGuard));

const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });

function headersOf(route: Route, status: number): Record<string, Schema> {
  const names = [
    'X-Request-Id',
    ...((isLimited(route) && !isUncounted(route, status)) ||
    (countsStrangers(route) && status === 429 && !isHeavy(route))
      ? ['RateLimit-Policy', 'RateLimit']
      : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]));
}
