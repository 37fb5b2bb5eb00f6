import { MAX_LISTED_TEXT } from '../contract/limits';

/** PostgreSQL writes JSON with blanks, so its text is longer than what is sent; by less than this factor. */
const BLANKS = 1.5;

/** The size of the values, as PostgreSQL writes them, at which no more are made. */
export const enough = (bytes: number): number => Math.ceil(BLANKS * bytes);

/**
 * SQL: a table `row_no, value, bytes` of the JSON values of `rows` in their order. `json` is written of a row `w`; `bytes` adds up the
 * sizes of the values so far. Values are made one after the other, and no more once they fill so many bytes as sent: what is not shown costs nothing.
 * There are at least two, so that it is known whether more follow.
 */
export const boundedRows = (rows: string, json: string, bytes: number): string => `(
  with recursive ordered as materialized (select o.*, row_number() over () as row_no from (${rows}) o),
  made (row_no, value, bytes) as (
    select 0::bigint, null::json, 0::bigint
    union all
    select w.row_no, v.value, m.bytes + coalesce(octet_length(v.value::text), 0)
    from made m
    join ordered w on w.row_no = m.row_no + 1
    cross join lateral (select ${json} as value offset 0) v
    where m.bytes < ${enough(bytes)} or m.row_no < 2)
  select m.row_no, m.value, m.bytes from made m where m.row_no > 0)`;

/** SQL: the values of `boundedRows` as one JSON array, because the driver parses arrays character by character. */
export const boundedArray = (rows: string, json: string, bytes: number): string =>
  `array_to_json(array(select b.value from ${boundedRows(rows, json, bytes)} b order by b.row_no))`;

export type SqlOf<View> = { readonly [Field in keyof View]: string };

/** SQL: a JSON object of these fields; a missing field of the view does not compile. */
export const jsonOf = <View extends object>(fields: SqlOf<View>): string =>
  `json_build_object(${Object.entries<string>({ ...fields })
    .map(([field, sql]) => `'${field}', ${sql}`)
    .join(', ')})`;

/** SQL: a JSON object as lists show it: its text is cut, with `cut: true`. */
export const listedJsonOf = <View extends { readonly text: string | null; readonly cut?: true }>({
  text,
  ...fields
}: SqlOf<Omit<View, 'cut'> & Pick<View, 'text'>>): string => `case when char_length(${text}) > ${MAX_LISTED_TEXT}
  then ${jsonOf({ ...fields, text: `left(${text}, ${MAX_LISTED_TEXT})`, cut: 'true' })}
  else ${jsonOf({ ...fields, text })} end`;
