import { BASE_PATH } from '../auth/partner-api';
import type { Document } from './document';

/** The partner API alone: its routes, with the tags, schemes and components that they use. */
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

const COMPONENT = '#/components/';

/** The components that the part refers to, and those that these refer to: `schemas/Lead`. */
function componentsIn(part: unknown, document: Document, found: Set<string>): ReadonlySet<string> {
  if (typeof part === 'string' && part.startsWith(COMPONENT)) {
    const name = part.slice(COMPONENT.length);
    const [kind = '', key = ''] = name.split('/');
    if (!found.has(name)) componentsIn(document.components[kind]?.[key], document, found.add(name));
  } else if (typeof part === 'object' && part !== null) {
    for (const child of Object.values(part)) componentsIn(child, document, found);
  }
  return found;
}

function only(components: Document['components'], names: ReadonlySet<string>): Document['components'] {
  const kinds = Object.entries(components).map(([kind, named]) => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => names.has(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(kinds) as Document['components'];
}
