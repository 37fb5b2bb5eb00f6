import type { Queryable, Statement } from '../../src/database/sql';

/** The service's statements by another way to the database than the service's. */
export const queryable = (rows: Queryable['rows']): Queryable => ({
  rows,
  row: async <Row>(statement: Statement, values: unknown[]) => (await rows<Row>(statement, values))[0],
});
