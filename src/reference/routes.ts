import { RequestMethod } from '@nestjs/common';
import { PERMISSION } from '../auth/access/access.guard';
import { rightOf } from '../auth/access/account.guard';
import { METADATA, routeArguments } from '../common/input/route-input';
import { type RouteText, TAGGED, type Tag, textOf } from '../contract/document/route-text';
import type { Permission } from '../contract/key';
import type { Right } from '../contract/members/roles';

type Class = new () => object;

export interface DescribedRoute {
  /** `POST /api/v1/leads/{id}/stage`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly text: RouteText;
  readonly operationId: string;
  readonly permission: Permission | undefined;
  /** What a member's role must allow, on routes of an account. */
  readonly right: Right | undefined;
  readonly guards: readonly unknown[];
  readonly interceptors: readonly unknown[];
  readonly body: Class | undefined;
  readonly query: Class | undefined;
}

/** Routes of all tagged controllers. Throws for a route without a text. */
export const describedRoutes = (): DescribedRoute[] =>
  [...TAGGED].flatMap(([controller, { tag, group }]) => routesOfController(controller as Class, tag, group));

function routesOfController(controller: Class, tag: Tag, group: string): DescribedRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((handler) => {
    const method = Reflect.getMetadata(METADATA.method, prototype[handler] as object) as RequestMethod | undefined;
    return method === undefined ? [] : [routeOf(controller, handler, RequestMethod[method], tag, group)];
  });
}

function routeOf(controller: Class, name: string, method: string, tag: Tag, group: string): DescribedRoute {
  const prototype = controller.prototype as Record<string, object>;
  const handler = prototype[name] as object;
  const read = <Value>(key: string, from: object): Value | undefined => Reflect.getMetadata(key, from) as Value;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Class[];
  const { body, query } = routeArguments(controller, handler as { name: string });
  const parts = [read<string>(METADATA.path, controller) ?? '', read<string>(METADATA.path, handler) ?? ''];
  const segments = parts.join('/').split('/').filter(Boolean);
  const path = `/${segments.map((segment) => segment.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
  const text = textOf(handler, tag);
  if (!text) throw new Error(`the API reference says nothing of ${method} ${path}`);
  return {
    name: `${method} ${path}`,
    method: method.toLowerCase(),
    path,
    text,
    operationId: `${group}.${name}`,
    permission: read<Permission>(PERMISSION, handler),
    right: rightOf(handler),
    guards: [
      ...(read<unknown[]>(METADATA.guards, controller) ?? []),
      ...(read<unknown[]>(METADATA.guards, handler) ?? []),
    ],
    interceptors: read<unknown[]>(METADATA.interceptors, handler) ?? [],
    body: body === undefined ? undefined : types[body],
    query: query === undefined ? undefined : types[query],
  };
}
