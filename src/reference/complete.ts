import type { Schema } from '../contract/json-schema';

/** A document as far as it refers to its own components. */
interface Referring {
  readonly paths: object;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

const COMPONENT = '#/components/';

/** The components that the part refers to, and those that these refer to: `schemas/Lead`. Throws for one that is not there. */
export function componentsIn(part: unknown, document: Referring, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part === 'string' && part.startsWith(COMPONENT)) {
    const name = part.slice(COMPONENT.length);
    const [kind = '', key = ''] = name.split('/');
    const component = document.components[kind]?.[key];
    if (!component)
      throw new Error(`the API reference refers to ${name}, which is not listed (reference/components.ts)`);
    if (!found.has(name)) componentsIn(component, document, found.add(name));
  } else if (typeof part === 'object' && part !== null) {
    for (const child of Object.values(part)) componentsIn(child, document, found);
  }
  return found;
}

/** The document, if it has every component that it refers to, and no schema besides. Throws otherwise. */
export function complete<Document extends Referring>(document: Document): Document {
  const found = componentsIn(document.paths, document);
  const unused = Object.keys(document.components.schemas ?? {}).filter((name) => !found.has(`schemas/${name}`));
  if (unused.length > 0) throw new Error(`the API reference never refers to ${unused.join(', ')}`);
  return document;
}
