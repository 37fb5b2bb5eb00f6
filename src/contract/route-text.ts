import { dataOf, pageOf } from './envelope';
import type { ErrorCode } from './error';
import type { Schema } from './json-schema';
import { type Shape, TEXT } from './shape';

/** One answer of a route, other than errors. */
export interface RouteAnswer {
  readonly status: number;
  readonly what: string;
  /** Absent: no content. */
  readonly schema?: Schema;
  readonly example?: unknown;
  /** Other than JSON. */
  readonly type?: string;
  /** Headers of this answer alone, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rule between fields, or about what is stored: a refusal names these fields, `*` being any position of a list. */
export interface Rule {
  readonly fields: readonly string[];
  readonly rule: string;
}

/** A file that is sent as it is: as a text, of which there is an example, or with other types. */
export interface Upload {
  readonly type: string;
  readonly example: string;
  readonly otherTypes: readonly string[];
}

/** What the decorators of a route cannot tell. Errors that follow from its guards are not named here. */
export interface RouteText {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Rules that no schema can express; the description has them too. */
  readonly rules?: readonly Rule[];
  /** An example of the body. */
  readonly body?: object;
  /** A body that is not JSON, which the route reads by itself. */
  readonly upload?: Upload;
  readonly answers: readonly RouteAnswer[];
  readonly errors?: readonly ErrorCode[];
  /** Codes that this route answers with 422, whatever their usual status. */
  readonly unprocessable?: readonly ErrorCode[];
}

/** The texts of a controller, by the names of its routes. */
export type RouteTexts = Readonly<Record<string, RouteText>>;

/** Makes the texts of routes with this tag. */
export const tagged =
  (tag: string) =>
  (summary: string, more: Omit<RouteText, 'tag' | 'summary'>): RouteText => ({ tag, summary, ...more });

/** An answer of this shape; the compiler holds the example to it. */
export const answer = <Value>(
  status: number,
  what: string,
  { schema }: Shape<Value>,
  example: NoInfer<Value>,
  headers?: RouteAnswer['headers'],
): RouteAnswer => ({ status, what, schema, example, ...(headers && { headers }) });

/** An answer that has something of this shape in its envelope. */
export const one = <Value>(
  status: number,
  what: string,
  data: Shape<Value>,
  example: NoInfer<Value>,
  headers?: RouteAnswer['headers'],
): RouteAnswer => answer(status, what, dataOf(data), { data: example }, headers);

/** A page of a list. */
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
