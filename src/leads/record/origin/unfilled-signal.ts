/** What scripts write for a missing value. */
const NO_VALUE = /^(?:undefined|null|nan|\[object object\])$/i;

/** `{{…}}`, `${…}` and `{…}`, `%…%`, `[[…]]`. */
const PLACEHOLDER = /\{\{[^{}]*\}\}|\$?\{[^{}]*\}|%[^%]*%|\[\[[^[\]]*\]\]/g;

/** Recognises a word for no value, or only unfilled placeholders. As the first contact wins, such a value would stay. */
export const isUnfilled = (value: string): boolean =>
  NO_VALUE.test(value) || (/^[{$%[]/.test(value) && /^[\s\-_|/:.,+]*$/.test(value.replace(PLACEHOLDER, '')));
