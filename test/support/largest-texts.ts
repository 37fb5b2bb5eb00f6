import { randomUUID } from 'node:crypto';
import { MAX_TAG, MAX_TAGS_PER_CALL } from '../../src/contract/limits';

/** A text of the most bytes. */
export const wideText = (length: number): string => '😀'.repeat(length);
/** A text of the length that no other call has. */
export const own = (length: number): string => {
  const end = randomUUID();
  return wideText(length - end.length) + end;
};
export const email = (): string => `${randomUUID()}@${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.com`;
export const tags = (): string[] => Array.from({ length: MAX_TAGS_PER_CALL }, () => own(MAX_TAG));
