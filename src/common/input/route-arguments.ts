import { RequestMethod } from '@nestjs/common';

/** Metadata keys of Nest's decorators. */
export const KEPT = {
  path: 'path',
  method: 'method',
  guards: '__guards__',
  interceptors: '__interceptors__',
  arguments: '__routeArguments__',
} as const;

/** Nest's numbers of the arguments that `@Body` and `@Query` give. */
const BODY = 3;
const QUERY = 4;

/** Positions of body and query among a handler's arguments; undefined where not taken. */
interface RouteArguments {
  readonly body: number | undefined;
  readonly query: number | undefined;
}

const found = new WeakMap<object, RouteArguments>();

/** Finds the arguments of a handler, once: each request asks. A GET has no body. */
export function routeArguments(controller: object, handler: { readonly name: string }): RouteArguments {
  const known = found.get(handler) ?? readArguments(controller, handler);
  found.set(handler, known);
  return known;
}

function readArguments(controller: object, handler: { readonly name: string }): RouteArguments {
  const names = Object.keys((Reflect.getMetadata(KEPT.arguments, controller, handler.name) ?? {}) as object);
  const positionOf = (type: number): number | undefined => {
    const name = names.find((one) => one.startsWith(`${type}:`));
    return name === undefined ? undefined : Number(name.split(':')[1]);
  };
  const isGet = Reflect.getMetadata(KEPT.method, handler) === RequestMethod.GET;
  return { body: isGet ? undefined : positionOf(BODY), query: positionOf(QUERY) };
}
