import type { RouteTexts } from './route-text';

type Controller = abstract new (...args: never[]) => object;

/** Reference data of a controller: the texts of its routes, and the group of their operationIds. */
interface Description {
  readonly texts: RouteTexts;
  readonly group: string;
}

const described = new Map<Controller, Description>();

/** Loaded controllers of the API reference. */
export const DESCRIBED: ReadonlyMap<Controller, Description> = described;

const groupOf = ({ name }: Controller): string =>
  name.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase());

/** Adds a controller's routes to the API reference; `group` keeps a published name. */
export const Described =
  (texts: RouteTexts, group?: string) =>
  (controller: Controller): void =>
    void described.set(controller, { texts, group: group ?? groupOf(controller) });
