import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Compares with every token in constant time, so that timing reveals nothing. */
const isOneOf = (text: string, tokens: readonly (string | undefined)[]): boolean => {
  const given = digest(text);
  return tokens.filter((token) => token !== undefined && timingSafeEqual(given, digest(token))).length > 0;
};

/** Accepts the second token too, while the operator's token is being replaced. */
export const isOperatorToken = (text: string, { operatorToken, secondOperatorToken }: Config): boolean =>
  isOneOf(text, [operatorToken, secondOperatorToken]);

export const isMetricsToken = (text: string, { metricsToken }: Config): boolean => isOneOf(text, [metricsToken]);
