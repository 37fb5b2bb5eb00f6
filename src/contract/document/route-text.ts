import { dataOf, pageOf } from './answers';
import type { ErrorCode } from '../error';
import type { Schema } from './json-schema';
import { type Shape, TEXT } from './shape';

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
  readonly tag: string;
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
