import { listOf, object, orNull, type Shape, TEXT } from './shape';

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
