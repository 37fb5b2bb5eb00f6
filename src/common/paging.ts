import { ApiError } from './api-error';
import { readCursor, writeCursor } from './cursor';
import { type PageQuery, pageSize } from './page.dto';

/** Rows that were found, and where the search ended before its end, if it did: the next page begins there. */
export interface Part<Row> {
  readonly rows: Row[];
  readonly cut?: string[];
}

/** An account as far as its paged lists need it. */
export interface PagedAccount {
  readonly id: string;
  readonly cursorSecret: Buffer;
}

/** After every id: where lists of the newest ids begin. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A page of a list as a service gives it. */
export interface Page<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A list whose pages follow each other by the position of their last row. */
interface PagedList<Row> {
  /** Signs the cursors; with `scope`, the name of the list and its filters. */
  readonly secret: Buffer;
  readonly scope: string;
  /** At most `count` rows after a position; from the beginning without one. */
  readonly load: (count: number, position: string[] | undefined) => Promise<Row[] | Part<Row>>;
  readonly positionOf: (row: Row) => string[];
}

/** One page and the cursor of the next, which is null on the last. Throws 422 for a cursor of another list. */
export async function loadPage<Row>(
  query: PageQuery,
  { secret, scope, load, positionOf }: PagedList<Row>,
): Promise<Page<Row>> {
  const position = query.cursor === undefined ? undefined : readCursor(secret, scope, query.cursor);
  if (query.cursor !== undefined && !position) {
    throw ApiError.invalid([{ field: 'cursor', message: 'cursor inválido ou de uma consulta com outros filtros' }]);
  }
  const limit = pageSize(query);
  const found = await load(limit + 1, position);
  const { rows: all, cut }: Part<Row> = Array.isArray(found) ? { rows: found } : found;
  const rows = all.slice(0, limit);
  const last = all.length > limit ? rows.at(-1) : undefined;
  const end = last ? positionOf(last) : cut;
  return { rows, nextCursor: end ? writeCursor(secret, scope, end) : null };
}
