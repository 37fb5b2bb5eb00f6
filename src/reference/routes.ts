import { RequestMethod, type Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  MODULE_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { PERMISSION } from '../auth/access.guard';
import type { Permission } from '../contract/key';

type Class = new () => object;

/** A route as its decorators describe it. */
export interface Route {
  /** `POST /api/v1/leads/{id}/stage`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly permission: Permission | undefined;
  readonly guards: readonly unknown[];
  readonly interceptors: readonly unknown[];
  readonly body: Class | undefined;
  readonly query: Class | undefined;
}

/** The routes of all controllers of these modules. */
export const routesOf = (modules: readonly Type[]): Route[] =>
  modules
    .flatMap((module) => Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as Type[])
    .flatMap(routesOfController);

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(prototype).flatMap((handler) => {
    const method = Reflect.getMetadata(METHOD_METADATA, prototype[handler] as object) as RequestMethod | undefined;
    return method === undefined ? [] : [routeOf(controller, handler, RequestMethod[method])];
  });
}

function routeOf(controller: Type, name: string, method: string): Route {
  const prototype = controller.prototype as Record<string, object>;
  const handler = prototype[name] as object;
  const read = <Value>(key: string, from: object): Value | undefined => Reflect.getMetadata(key, from) as Value;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as Class[];
  const args = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as object);
  const argument = (type: RouteParamtypes): Class | undefined => {
    const key = args.find((one) => one.startsWith(`${type}:`));
    return key === undefined ? undefined : types[Number(key.split(':')[1])];
  };
  const parts = [read<string>(PATH_METADATA, controller) ?? '', read<string>(PATH_METADATA, handler) ?? ''];
  const segments = parts.join('/').split('/').filter(Boolean);
  const path = `/${segments.map((segment) => segment.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
  return {
    name: `${method} ${path}`,
    method: method.toLowerCase(),
    path,
    operationId: `${controller.name.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase())}.${name}`,
    permission: read<Permission>(PERMISSION, handler),
    guards: [
      ...(read<unknown[]>(GUARDS_METADATA, controller) ?? []),
      ...(read<unknown[]>(GUARDS_METADATA, handler) ?? []),
    ],
    interceptors: read<unknown[]>(INTERCEPTORS_METADATA, handler) ?? [],
    body: argument(RouteParamtypes.BODY),
    query: argument(RouteParamtypes.QUERY),
  };
}
