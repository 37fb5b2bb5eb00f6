import { listOf, object, orNull, type Shape, TEXT } from './shape';

/** The body of a good answer, as clients read it. */
export interface Answer<Data> {
  readonly data: Data;
  /** In a list that comes page by page; null on the last one. */
  readonly next_cursor?: string | null;
  /** In the list of notifications. */
  readonly unread?: number;
}

/** The envelope of a success. */
export const dataOf = <Value>(data: Shape<Value>) => object({ data });

/** The envelope of what comes page by page. */
export const pagedOf = <Value, More extends Readonly<Record<string, Shape<unknown>>>>(
  data: Shape<Value>,
  more: More = {} as More,
) => object({ data, next_cursor: orNull(TEXT), ...more });

/** That of a list. */
export const pageOf = <Value>(item: Shape<Value>) => pagedOf(listOf(item));
