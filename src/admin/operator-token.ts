import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config';

/** Whether the text is the operator's token; compared in constant time. */
export function isOperatorToken(text: string, { operatorToken }: Config): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return operatorToken !== undefined && timingSafeEqual(digest(text), digest(operatorToken));
}
