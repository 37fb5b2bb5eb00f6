import type { Document } from './document';

/** Marks keys whose order is to be kept: JavaScript puts keys that are numbers first, the smallest before the others. */
const KEPT = '\u0001';
const MARKED = new RegExp(`"${JSON.stringify(KEPT).slice(1, -1).replaceAll('\\', '\\\\')}(\\d{3})":`, 'g');

/**
 * The document as it is served and written. A route that creates something has its 201 first among its answers: mocks answer
 * with the first that is good. Only the text can say so.
 */
export const documentText = (document: Document, space?: number): string =>
  JSON.stringify(document, inOrder, space).replaceAll(MARKED, '"$1":');

function inOrder(key: string, value: unknown): unknown {
  if (key !== 'responses' || typeof value !== 'object' || value === null || !('201' in value)) return value;
  const answers = Object.entries(value).sort(([a], [b]) => Number(b === '201') - Number(a === '201'));
  return Object.fromEntries(answers.map(([status, answer]) => [KEPT + status, answer]));
}
