export type SessionSettings = Readonly<Record<string, string | number>>;

/** Settings that the driver and the SQL rely on, whatever the server, the database or the role has set. */
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

/** Sets them all in one text for a new session. Values are the program's own and contain no quotes. */
export const settingsText = (settings: SessionSettings): string =>
  Object.entries({ ...READING, ...settings })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');
