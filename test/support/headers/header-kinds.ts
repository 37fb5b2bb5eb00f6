/**
 * What a header must be. `vague phone` and `vague name` are read only where no header of the file is known for that field, and
 * said to be guessed. `area code` completes the phone next to it. `none` is no phone, name, moment or consent of the person.
 */
export type HeaderKind =
  'phone' | 'name' | 'created_at' | 'consent' | 'vague phone' | 'vague name' | 'area code' | 'none';

/** Headers by where they come from, then by what they must be. */
export type Headers = Readonly<Record<string, Partial<Readonly<Record<HeaderKind, readonly string[]>>>>>;

export type HeaderCase = readonly [source: string, header: string, kind: HeaderKind];

export const casesOf = (headers: Headers): readonly HeaderCase[] =>
  Object.entries(headers).flatMap(([source, kinds]) =>
    Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [source, name, kind as HeaderKind] as const)),
  );
