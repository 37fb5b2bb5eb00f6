import type { Batches } from '../../common/process/jobs';
import { NO_ID } from '../../common/input/id.pipe';

/** Rows that are looked at in one statement. */
const WALKED = 2_000;
/** Rows that are changed in one transaction. */
export const CHANGED = 100;

interface Walk<Row> {
  /** Reads up to `count` rows after the id, in the order of their ids. */
  readonly read: (after: string, count: number) => Promise<readonly Row[]>;
  readonly isDue: (row: Row) => boolean;
  readonly change: (ids: readonly string[]) => Promise<void>;
}

/** Looks at all rows of an account and changes those that are due; yields after each transaction and each page. */
export async function* walkRows<Row extends { readonly id: string }>({ read, isDue, change }: Walk<Row>): Batches {
  for (let after: string | undefined = NO_ID; after;) {
    const rows: readonly Row[] = await read(after, WALKED);
    const due = rows.filter(isDue).map(({ id }) => id);
    for (let from = 0; from < due.length; from += CHANGED) {
      await change(due.slice(from, from + CHANGED));
      yield;
    }
    if (rows.length < WALKED) return;
    after = rows.at(-1)?.id;
    yield;
  }
}
