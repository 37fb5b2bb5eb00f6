/** What scripts write for a value that they do not have. */
const NO_VALUE = /^(?:undefined|null|nan|\[object object\])$/i;

/** `{{…}}`, `${…}` and `{…}`, `%…%`, `[[…]]`. */
const PLACEHOLDER = /\{\{[^{}]*\}\}|\$?\{[^{}]*\}|%[^%]*%|\[\[[^[\]]*\]\]/g;

/**
 * Whether a trimmed signal holds nothing but what a broken script leaves: a word for no value, or placeholders that no ad and no template has
 * filled in, with signs between them. As the first contact wins, it would stay for ever.
 */
export const isUnfilled = (value: string): boolean =>
  NO_VALUE.test(value) || (/^[{$%[]/.test(value) && /^[\s\-_|/:.,+]*$/.test(value.replace(PLACEHOLDER, '')));
