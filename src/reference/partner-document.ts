import { BASE_PATH } from '../contract/base-path';
import { type Document, componentsIn } from './document';

/** Partner API alone: its routes, with the tags, schemes and components that they use. */
export function partnerDocument(document: Document): Document {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path.startsWith(`/${BASE_PATH}/`)),
  );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  const schemes = operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one)));
  return {
    ...document,
    info: { ...document.info, title: 'Entrada partner API' },
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    components: only(
      document.components,
      componentsIn(paths, document, new Set(schemes.map((name) => `securitySchemes/${name}`))),
    ),
  };
}

function only(components: Document['components'], names: ReadonlySet<string>): Document['components'] {
  const kinds = Object.entries(components).map(([kind, named]) => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => names.has(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(kinds) as Document['components'];
}

/** Marks keys whose order must be kept, because JavaScript puts numeric keys first, in ascending order. */
const ORDERED = '\u0001';
const MARKED = new RegExp(`"${JSON.stringify(ORDERED).slice(1, -1).replaceAll('\\', '\\\\')}(\\d{3})":`, 'g');

/** Text of the document. Keeps an operation's 201 first, because mocks answer with the first success. */
export const documentText = (document: Document, space?: number): string =>
  JSON.stringify(document, inOrder, space).replaceAll(MARKED, '"$1":');

function inOrder(key: string, value: unknown): unknown {
  if (key !== 'responses' || !('201' in (value as object))) return value;
  const { 201: created, ...others } = value as Record<string, unknown>;
  const answers = [['201', created] as const, ...Object.entries(others)];
  return Object.fromEntries(answers.map(([status, answer]) => [ORDERED + status, answer]));
}
