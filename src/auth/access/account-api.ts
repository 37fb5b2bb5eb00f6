import * as nest from '@nestjs/common';
import { METADATA, ParametersGuard } from '../../common/input/route-input';
import type { Right } from '../../contract/members/roles';
import { AccountGuard, RIGHT, rightOf } from './account.guard';
import { OperatorGuard } from './operator.guard';
const BASE_PATH = 'admin/v1';

export const OperatorApi = (path: string) =>
  nest.applyDecorators(nest.Controller(`${BASE_PATH}/${path}`), nest.UseGuards(OperatorGuard, ParametersGuard));

/**
 * Controller of account routes, whose methods come from this file. The account comes from the session, or from the operator's
 * `X-Account-Id`. Throws for a route without a right.
 */
export const AccountApi = (path: string) => (controller: new (...args: never[]) => object) => {
  for (const handler of Object.values(Object.getOwnPropertyDescriptors(controller.prototype))) {
    const method = handler.value as (() => unknown) | undefined;
    const isRoute = method !== undefined && Reflect.hasMetadata(METADATA.method, method);
    if (isRoute && !rightOf(method)) throw new Error(`${controller.name}.${method.name} names no right`);
  }
  nest.applyDecorators(
    nest.Controller(`${BASE_PATH}/${path}`),
    nest.UseGuards(AccountGuard, ParametersGuard),
  )(controller);
};

/** A route of an account, for the roles with this right. */
const routeOf =
  (method: (path: string) => MethodDecorator) =>
  (path: string, right: Right): MethodDecorator =>
    nest.applyDecorators(method(path), nest.SetMetadata(RIGHT, right));

export const Get = routeOf(nest.Get);
export const Post = routeOf(nest.Post);
export const Put = routeOf(nest.Put);
export const Patch = routeOf(nest.Patch);
export const Delete = routeOf(nest.Delete);
