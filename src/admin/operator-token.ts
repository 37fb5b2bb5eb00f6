import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Compares in constant time, and always with all of them, so that the time does not show which one was nearly right. */
const isOneOf = (text: string, tokens: readonly (string | undefined)[]): boolean => {
  const given = digest(text);
  return tokens.filter((token) => token !== undefined && timingSafeEqual(given, digest(token))).length > 0;
};

/** Whether the text is the operator's token, or the second one while the token is being replaced. */
export const isOperatorToken = (text: string, { operatorToken, secondOperatorToken }: Config): boolean =>
  isOneOf(text, [operatorToken, secondOperatorToken]);

/** Whether the text is the token for reading the metrics. */
export const isMetricsToken = (text: string, { metricsToken }: Config): boolean => isOneOf(text, [metricsToken]);
