import type { ErrorCode } from '../error';
import { type Shape, TEXT, listOf, object, orNull, type Schema } from './shape';

type Controller = abstract new (...args: never[]) => object;

/** The tags of the API reference, in its order, with what their routes are for. */
export const TAGS = {
  Leads: 'Partner API: send, read and change leads.',
  Pipeline: 'Partner API: pipelines, stages and moves.',
  Metrics: 'Partner API: aggregated numbers, without personal data.',
  'Owner: sign-in': 'How an account owner signs in, lists sessions, and signs out.',
  'Owner: members': 'The people of the account, and what each may do.',
  'Owner: account': 'Keys, notifications and numbers of the owner’s account.',
  'Owner: pipelines': 'Pipelines, stages and the rules for idle deals.',
  'Owner: people': 'Leads, duplicates, held submissions, export and erasure.',
  'Owner: imports': 'Files of leads, applied row by row.',
  'Owner: sources': 'Addresses and forms that take leads from other tools, and what came to them.',
  'Operator: accounts': 'Accounts and their owners.',
  'Operator: back office': 'What other channels and staff bring into an account.',
  Webhooks: 'Addresses of sources, to which other tools send leads. No header is needed.',
  Operations: 'Health, metrics and the outbox of mails.',
} as const;
export type Tag = keyof typeof TAGS;

/** What the API reference knows of a controller: the tag of its routes, and the group of their operationIds. */
interface Tagged {
  readonly tag: Tag;
  readonly group: string;
}

const tagged = new Map<Controller, Tagged>();
const operations = new WeakMap<object, Omit<RouteText, 'tag'> & { readonly tag?: Tag }>();

/** Loaded controllers of the API reference. */
export const TAGGED: ReadonlyMap<Controller, Tagged> = tagged;

const groupOf = ({ name }: Controller): string =>
  name.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase());

/** Adds a controller's routes to the API reference under `tag`; `group` keeps a published name. */
export const ApiTag =
  (tag: Tag, group?: string) =>
  (controller: Controller): void =>
    void tagged.set(controller, { tag, group: group ?? groupOf(controller) });

/** Says in the API reference what the decorators of a route cannot; `tag` in place of its controller's. */
export const ApiOperation =
  (summary: string, more: Omit<RouteText, 'tag' | 'summary'> & { readonly tag?: Tag }) =>
  (_controller: object, _name: string, { value }: PropertyDescriptor): void =>
    void operations.set(value as object, { summary, ...more });

export function textOf(handler: object, tag: Tag): RouteText | undefined {
  const text = operations.get(handler);
  return text && { tag, ...text };
}

/** Body of a successful answer, as clients read it. */
export interface Answer<Data> {
  readonly data: Data;
  /** Only in paged lists; null on the last page. */
  readonly next_cursor?: string | null;
  /** Only in the list of notifications. */
  readonly unread?: number;
}

export const dataOf = <Value>(data: Shape<Value>) => object({ data });

/** Envelope of a paged answer. */
export const pagedOf = <Value, More extends Readonly<Record<string, Shape<unknown>>>>(
  data: Shape<Value>,
  more: More = {} as More,
) => object({ data, next_cursor: orNull(TEXT), ...more });

export const pageOf = <Value>(item: Shape<Value>) => pagedOf(listOf(item));

/** An answer of a route, other than errors. */
export interface RouteAnswer {
  readonly status: number;
  readonly what: string;
  /** Absent: no content. */
  readonly schema?: Schema;
  readonly example?: unknown;
  /** Content type other than JSON. */
  readonly type?: string;
  /** Headers of this answer only, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rule between fields or about stored data; a refusal names these fields, `*` for any position of a list. */
export interface Rule {
  readonly fields: readonly string[];
  readonly rule: string;
}

/** An uploaded file: a text with an example, or other types. */
interface Upload {
  readonly type: string;
  readonly example: string;
  readonly otherTypes: readonly string[];
}

/** Texts that decorators cannot give. Errors of the route's guards are added elsewhere. */
export interface RouteText {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Rules without a keyword; the description has them too. */
  readonly rules?: readonly Rule[];
  readonly body?: object;
  /** A body other than JSON, which the route reads. */
  readonly upload?: Upload;
  readonly answers: readonly RouteAnswer[];
  readonly errors?: readonly ErrorCode[];
  /** Codes that this route answers with 422, whatever their usual status. */
  readonly unprocessable?: readonly ErrorCode[];
}

/** An answer of this shape; the compiler checks the example. */
export const answer = <Value>(
  status: number,
  what: string,
  { schema }: Shape<Value>,
  example: NoInfer<Value>,
  headers?: RouteAnswer['headers'],
): RouteAnswer => ({ status, what, schema, example, ...(headers && { headers }) });

/** An answer with this shape in its envelope. */
export const one = <Value>(
  status: number,
  what: string,
  data: Shape<Value>,
  example: NoInfer<Value>,
  headers?: RouteAnswer['headers'],
): RouteAnswer => answer(status, what, dataOf(data), { data: example }, headers);

export const page = <Value>(item: Shape<Value>, ...examples: readonly NoInfer<Value>[]): RouteAnswer =>
  answer(200, 'A page.', pageOf(item), { data: examples, next_cursor: null });

/** A file, or another text that is not JSON. */
export const file = (what: string, type: string, example: string): RouteAnswer => ({
  status: 200,
  what,
  schema: TEXT.schema,
  example,
  type,
});

export const NOTHING: RouteAnswer = { status: 204, what: 'Done.' };

/** Describes the format of exported files, for the reference. */
export const CSV_DIALECT =
  'The file opens by a click in spreadsheets of Brazil: UTF-8 with a byte order mark, `;` between the cells, Portuguese headers, moments ' +
  "as `dd/mm/aaaa hh:mm` of Brasília. Nothing in it runs, whatever separator it is read with: `'` is before each `=`, `+`, `-` and `@` that " +
  'begins a cell, or follows a separator or a line break within one.';
