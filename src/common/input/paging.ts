import { ApiError } from '../api-error';
import { MAX_ANSWER_BYTES, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../contract/limits';
import { type CursorList, readCursor, writeCursor } from './cursor';
import { Must, Optional, ruled } from './fields';
import type { Schema } from '../../contract/document/shape';

const isLimit = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PAGE_SIZE;

const LIMIT: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_PAGE_SIZE,
  default: DEFAULT_PAGE_SIZE,
  ...ruled('A page may have fewer and still a `next_cursor`: only null ends the list.'),
};
const CURSOR: Schema = {
  type: 'string',
  minLength: 1,
  ...ruled('The `next_cursor` of the page before, with the same filters.'),
};

export const IsLimit = (): PropertyDecorator => (target, property) => {
  Must(isLimit, `deve ser um número inteiro de 1 a ${MAX_PAGE_SIZE}`, LIMIT)(target, property);
  Optional()(target, property);
};

export const IsCursor = (): PropertyDecorator => (target, property) => {
  Must((value) => typeof value === 'string' && value !== '', 'cursor inválido', CURSOR)(target, property);
  Optional()(target, property);
};

export class PageQuery {
  @IsLimit() limit?: string;
  @IsCursor() cursor?: string;
}

export const pageSize = ({ limit }: PageQuery): number => (limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit));

/** Rows found, and where a search stopped early: the next page begins there. */
export interface PagePart<Row> {
  readonly rows: Row[];
  readonly cut?: string[];
}

/** Bytes for the rows of an answer without further pages, which leaves room for what is around them. */
export const ROWS_BYTES = MAX_ANSWER_BYTES - 10_000;
/** Bytes for the rows of a page: a hundred usual leads fit. A smaller answer makes other calls wait for less. */
export const PAGE_BYTES = 250_000;

/** The first rows that have at most so many bytes as JSON. */
export function fitting<Row>(rows: readonly Row[], bytes: number): Row[] {
  let left = bytes;
  const end = rows.findIndex((row) => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
  return rows.slice(0, end === -1 ? rows.length : end);
}

/** Data of an account that its paged lists need. */
export interface PagedAccount {
  readonly id: string;
  readonly cursorSecret: Buffer;
}

/** After every id; lists of the newest ids begin here. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface Page<Row> {
  readonly rows: Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A list whose pages continue after the position of the last row. */
interface PagedList<Row> extends CursorList {
  /** Loads at most `count` rows after a position, or from the beginning. */
  readonly load: (count: number, position: string[] | undefined) => Promise<Row[] | PagePart<Row>>;
  readonly positionOf: (row: Row) => string[];
}

/** Returns the position before the page; undefined on the first. Throws 422 for a cursor of another list. */
export function positionIn(list: CursorList, { cursor }: PageQuery): string[] | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(list, cursor);
  if (position) return position;
  throw ApiError.invalid([{ field: 'cursor', message: 'cursor inválido ou de uma consulta com outros filtros' }]);
}

/** Returns the cursor of the page after this position; null without one. */
export const cursorAfter = (list: CursorList, end: readonly string[] | null | undefined): string | null =>
  end ? writeCursor(list, end) : null;

/**
 * Loads a page with the next cursor, null on the last. A page of large rows is shorter than its limit, but has a row. Throws 422 for a cursor of another
 * list.
 */
export async function loadPage<Row>(query: PageQuery, list: PagedList<Row>): Promise<Page<Row>> {
  const position = positionIn(list, query);
  const limit = pageSize(query);
  const found = await list.load(limit + 1, position);
  const { rows: all, cut }: PagePart<Row> = Array.isArray(found) ? { rows: found } : found;
  const rows = fitting(all.slice(0, limit), PAGE_BYTES);
  if (rows.length === 0) rows.push(...all.slice(0, 1));
  const last = all.length > rows.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: cursorAfter(list, last ? list.positionOf(last) : cut) };
}
