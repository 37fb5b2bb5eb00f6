/** Settings of a session, by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * What the driver reads and the SQL relies on, whatever the server, the database or the role has set: the forms of moments, numbers and
 * bytes, what a plain `begin` begins, and that row level security filters rows.
 */
const READING: SessionSettings = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: 1,
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
};

/** One text that sets them all, for a session that has just begun. Values are the program's own, and hold no quotes. */
export const settingsText = (settings: SessionSettings): string =>
  Object.entries({ ...READING, ...settings })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
