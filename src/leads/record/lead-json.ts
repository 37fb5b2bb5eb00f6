export type SqlOf<View> = { readonly [Field in keyof View]: string };

/** SQL: a JSON object of these fields; a missing field of the view does not compile. */
export const jsonOf = <View extends object>(fields: SqlOf<View>): string =>
  `json_build_object(${Object.entries<string>({ ...fields })
    .map(([field, sql]) => `'${field}', ${sql}`)
    .join(', ')})`;
