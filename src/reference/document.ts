import { OperatorGuard, PrometheusGuard } from '../auth/access/operator.guard';
import { OwnPageGuard } from '../auth/access/own-page';
import { AccountGuard } from '../auth/access/account.guard';
import { ApiKeyGuard } from '../auth/access/access.guard';
import { type ErrorCode, ERRORS, REFUSAL } from '../contract/error';
import { MAX_HEAVY_CALLS } from '../contract/limits';
import type { RouteAnswer, Rule } from '../contract/document/route-text';
import { SHAPES, TEXT, ref, type Schema } from '../contract/document/shape';
import { SubmitLeadDto } from '../leads/intake/lead.dto';
import { bodySchema, inputRef, inputSchemas, queryParameters } from './dto-schema';
import { errorContent, ERROR_EXAMPLES, ERROR_SCHEMAS, errorSchema, errorsOfGuards, isHeavy, isLimited } from './errors';
import { TAGS } from '../contract/document/route-text';
import { HEADERS, INFO, securitySchemes, ACCOUNT_HEADERS } from './info';
import { describedRoutes, type DescribedRoute } from './routes';
import { type Right, ROLES, rolesWith } from '../contract/members/roles';

/** Schema of an answer for clients: in version 1 objects may gain fields. `x-extensible-enum` lets closed lists grow too. */
function opened(schema: Schema): Schema {
  const { enum: values, ...rest } = schema;
  const listed = (values as (string | null)[] | undefined)?.filter((value) => value !== null);
  const grows = listed && `${listed.map((value) => `\`${value}\``).join(', ')}; more may come.`;
  const description = [schema.description as string | undefined, grows].filter(Boolean).join(' ');
  return {
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([keyword, value]) => keyword !== 'additionalProperties' || value === true)
        .map(([keyword, value]) => [
          keyword,
          keyword === 'properties' ? openedAll(value as Record<string, Schema>) : openedPart(value),
        ]),
    ),
    ...(description && { description }),
    ...(listed && { 'x-extensible-enum': listed }),
  };
}

function openedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openedPart);
  return typeof part === 'object' && part !== null ? opened(part as Schema) : part;
}

const openedAll = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, opened(schema)]));

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Schema>>;
  readonly content?: Readonly<Record<string, { schema: Schema; example?: unknown; examples?: Schema }>>;
}

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

/** API reference, in OpenAPI 3.1. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

const JSON_TYPE = 'application/json';

/** Description of answers: exact, or open to growth for clients. */
interface Audience {
  readonly shapes: (named: Readonly<Record<string, Schema>>) => Readonly<Record<string, Schema>>;
  readonly success: (schema: Schema) => Schema;
  readonly error: (codes: readonly ErrorCode[]) => Schema;
}

const EXACT: Audience = {
  shapes: (named) => ({ ...named, ...ERROR_SCHEMAS }),
  success: (schema) => schema,
  error: errorSchema,
};
const PUBLISHED: Audience = {
  shapes: (named) => openedAll({ ...named, Error: REFUSAL.schema }),
  success: opened,
  error: () => ref('Error'),
};

/** Served document: its answers may grow within version 1. */
export const buildDocument = (publicUrl: string): Document => documentOf(publicUrl, PUBLISHED);

/** Document that tests compare the service with: names every field, value and code of an answer. */
export const exactDocument = (publicUrl: string): Document => documentOf(publicUrl, EXACT);

/**
 * Builds the document from the loaded code: routes, permissions and guards from decorators, requests from validated classes, codes from
 * the table of errors. Throws for a route without a text, and for a text without a route.
 */
function documentOf(publicUrl: string, audience: Audience): Document {
  const routes = describedRoutes();
  const shapes = namedShapes();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route, audience);
  return complete({
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...audience.shapes(shapes), ...inputsOf(routes, shapes) },
      examples: ERROR_EXAMPLES,
      headers: HEADERS,
      securitySchemes: securitySchemes(publicUrl),
    },
  });
}

/** The body of POST /leads is described by the class that validates it. */
const namedShapes = (): Readonly<Record<string, Schema>> => ({
  ...Object.fromEntries(SHAPES),
  Submission: bodySchema(SubmitLeadDto),
});

/** Schemas of all request bodies, each with the example of the first route that takes it. */
function inputsOf(routes: readonly DescribedRoute[], shapes: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const inputs: Record<string, Schema> = {};
  for (const { body, text } of routes) {
    if (!body) continue;
    for (const [input, schema] of Object.entries(inputSchemas(body))) {
      if (input in shapes) throw new Error(`${input} is an answer already`);
      const example = inputRef(body).$ref === ref(input).$ref ? { examples: [text.body] } : {};
      inputs[input] = { ...schema, ...example, ...inputs[input] };
    }
  }
  return inputs;
}

function operationOf(route: DescribedRoute, audience: Audience): Operation {
  const { text } = route;
  const permission = route.permission && `Permission: \`${route.permission}\`.`;
  const roles = route.right && rolesText(route.right);
  const rules = (text.rules ?? []).map(({ rule }) => rule);
  const queueing = isHeavy(route) && HEAVY;
  const description = [permission, roles, text.description, queueing, ...rules].filter(Boolean).join(' ');
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
    ...requestBodyOf(route),
    responses: responsesOf(route, audience),
  };
}

const HEAVY = `It is a heavy call, as are exports, uploads of files, the board and its totals, the breakdown and bulk changes: of an account ${MAX_HEAVY_CALLS} of them run at once in each instance. Others wait for their turn up to ten seconds, then get 429 with the limit \`heavy\`.`;

const BINARY: Schema = { type: 'string', format: 'binary' };

function requestBodyOf({ name, body, text }: DescribedRoute): Pick<Operation, 'requestBody'> {
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

function securityOf({ guards }: DescribedRoute): Schema[] {
  if (guards.includes(ApiKeyGuard)) return [{ apiKey: [] }];
  if (guards.includes(AccountGuard)) return [{ ownerSession: [] }, { sessionCookie: [] }, { operatorToken: [] }];
  if (guards.includes(PrometheusGuard)) return [{ metricsToken: [] }, { operatorToken: [] }];
  return guards.includes(OperatorGuard) ? [{ operatorToken: [] }] : [];
}

const pathParameters = ({ path }: DescribedRoute): Schema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const accountHeaders = ({ guards }: DescribedRoute): readonly Schema[] =>
  guards.includes(AccountGuard) ? ACCOUNT_HEADERS : [];

function responsesOf(route: DescribedRoute, audience: Audience): Record<string, ResponseObject> {
  const responses: Record<string, ResponseObject> = {};
  for (const answer of route.text.answers) responses[answer.status] = successOf(route, answer, audience);
  for (const [status, codes] of errorsByStatus(route)) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      headers: headersOf(route, status),
      content: errorContent(codes, audience.error(codes)) as ResponseObject['content'],
    };
  }
  return responses;
}

function successOf(
  route: DescribedRoute,
  { status, what, schema, example, type, headers }: RouteAnswer,
  { success }: Audience,
): ResponseObject {
  const own = Object.entries(headers ?? {}).map(([name, description]) => [name, { description, schema: TEXT.schema }]);
  return {
    description: what,
    headers: { ...headersOf(route, status), ...(Object.fromEntries(own) as Record<string, Schema>) },
    ...(schema && { content: { [type ?? 'application/json']: { schema: success(schema), example } } }),
  };
}

function errorsByStatus(route: DescribedRoute): Map<number, ErrorCode[]> {
  const { errors = [], unprocessable = [] } = route.text;
  const found = new Map<number, ErrorCode[]>();
  const add = (code: ErrorCode, status: number): void => {
    found.set(status, [...(found.get(status) ?? []).filter((other) => other !== code), code]);
  };
  for (const code of [...errorsOfGuards(route), ...errors]) add(code, ERRORS[code][0]);
  for (const code of unprocessable) add(code, 422);
  return found;
}

/** Answers outside the limits may lack the limit headers. */
const isUncounted = ({ guards }: DescribedRoute, status: number): boolean =>
  [400, 413, 500].includes(status) || (status === 403 && guards.includes(OwnPageGuard));

const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });

function headersOf(route: DescribedRoute, status: number): Record<string, Schema> {
  const names = [
    'X-Request-Id',
    ...(isLimited(route) && !isUncounted(route, status) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]));
}

/** Roles that may call, where not all may. */
function rolesText(right: Right): string | undefined {
  const roles = rolesWith(right);
  if (right === 'export') return 'Sellers only where the account has `sellers_export`.';
  if (roles.length === ROLES.length) return undefined;
  return `Only for the ${roles.join(' and the ')} of the account: others get 403 \`forbidden\`.`;
}

interface Referring {
  readonly paths: object;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

const COMPONENT = '#/components/';

/** Components that a part refers to, directly or through others: `schemas/Lead`. Throws for a missing one. */
export function componentsIn(part: unknown, document: Referring, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part === 'string' && part.startsWith(COMPONENT)) {
    const name = part.slice(COMPONENT.length);
    const [kind = '', key = ''] = name.split('/');
    const component = document.components[kind]?.[key];
    if (!component) throw new Error(`the API reference refers to ${name}, which nothing defines`);
    if (!found.has(name)) componentsIn(component, document, found.add(name));
  } else if (typeof part === 'object' && part !== null) {
    for (const child of Object.values(part)) componentsIn(child, document, found);
  }
  return found;
}

/** Returns the document. Throws when it lacks a component that it refers to, or has an unused schema. */
function complete<Whole extends Referring>(document: Whole): Whole {
  const found = componentsIn(document.paths, document);
  const unused = Object.keys(document.components.schemas ?? {}).filter((name) => !found.has(`schemas/${name}`));
  if (unused.length > 0) throw new Error(`the API reference never refers to ${unused.join(', ')}`);
  return document;
}
