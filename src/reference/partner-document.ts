import { BASE_PATH } from '../contract/base-path';
import { componentsIn } from './complete';
import type { Document } from './document';

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
