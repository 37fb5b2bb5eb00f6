import type { RouteText } from './route-text';

type Controller = abstract new (...args: never[]) => object;

/** What the API reference knows of a controller: the tag of its routes, and the group of their operationIds. */
interface Tagged {
  readonly tag: string;
  readonly group: string;
}

const tagged = new Map<Controller, Tagged>();
const operations = new WeakMap<object, Omit<RouteText, 'tag'> & { readonly tag?: string }>();

/** Loaded controllers of the API reference. */
export const TAGGED: ReadonlyMap<Controller, Tagged> = tagged;

const groupOf = ({ name }: Controller): string =>
  name.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase());

/** Adds a controller's routes to the API reference under `tag`; `group` keeps a published name. */
export const ApiTag =
  (tag: string, group?: string) =>
  (controller: Controller): void =>
    void tagged.set(controller, { tag, group: group ?? groupOf(controller) });

/** Says in the API reference what the decorators of a route cannot; `tag` in place of its controller's. */
export const ApiOperation =
  (summary: string, more: Omit<RouteText, 'tag' | 'summary'> & { readonly tag?: string }) =>
  (_controller: object, _name: string, { value }: PropertyDescriptor): void =>
    void operations.set(value as object, { summary, ...more });

export function textOf(handler: object, tag: string): RouteText | undefined {
  const text = operations.get(handler);
  return text && { tag, ...text };
}
