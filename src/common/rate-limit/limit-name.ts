/**
 * The names that `details.limit` may have: the limits of the specification's section 8, and two that guard who comes in. `sign_in`
 * counts links that are asked for, and wrong tokens of the operator; `sessions` counts looks at links and uses of them.
 */
export const LIMIT_NAMES = ['ip', 'key', 'writes', 'metrics', 'daily', 'sign_in', 'sessions'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
