import { MAX_LISTED_TEXT } from '../contract/limits';

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
