import type { Schema } from '../contract/document/json-schema';

interface Referring {
  readonly paths: object;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

const COMPONENT = '#/components/';

/** Components that a part refers to, directly or through others: `schemas/Lead`. Throws for a missing one. */
export function componentsIn(part: unknown, document: Referring, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part === 'string' && part.startsWith(COMPONENT)) {
    const name = part.slice(COMPONENT.length);
    const [kind = '', key = ''] = name.split('/');
    const component = document.components[kind]?.[key];
    if (!component) throw new Error(`the API reference refers to ${name}, which nothing defines`);
    if (!found.has(name)) componentsIn(component, document, found.add(name));
  } else if (typeof part === 'object' && part !== null) {
    for (const child of Object.values(part)) componentsIn(child, document, found);
  }
  return found;
}

/** Returns the document. Throws when it lacks a component that it refers to, or has an unused schema. */
export function complete<Document extends Referring>(document: Document): Document {
  const found = componentsIn(document.paths, document);
  const unused = Object.keys(document.components.schemas ?? {}).filter((name) => !found.has(`schemas/${name}`));
  if (unused.length > 0) throw new Error(`the API reference never refers to ${unused.join(', ')}`);
  return document;
}
