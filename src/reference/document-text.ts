import type { Document } from './document';

/** Marks keys whose order must be kept, because JavaScript puts numeric keys first, in ascending order. */
const KEPT = '\u0001';
const MARKED = new RegExp(`"${JSON.stringify(KEPT).slice(1, -1).replaceAll('\\', '\\\\')}(\\d{3})":`, 'g');

/** Text of the document. Keeps an operation's 201 first, because mocks answer with the first success. */
export const documentText = (document: Document, space?: number): string =>
  JSON.stringify(document, inOrder, space).replaceAll(MARKED, '"$1":');

function inOrder(key: string, value: unknown): unknown {
  if (key !== 'responses' || !('201' in (value as object))) return value;
  const { 201: created, ...others } = value as Record<string, unknown>;
  const answers = [['201', created] as const, ...Object.entries(others)];
  return Object.fromEntries(answers.map(([status, answer]) => [KEPT + status, answer]));
}
