import { type CanActivate, type ExecutionContext, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { ApiError } from './api-error';
import { readJsonBody } from './json-body';
import { noteUnknownParameters, unknownParameters } from './validation.pipe';

interface RouteInput {
  readonly body: boolean;
  readonly query: boolean;
}

/**
 * The last of a route's guards. It reads the body where the handler has a `@Body()`: only now, because a body is not
 * read before its sender is known to be allowed to send it. And it refuses query parameters where the handler has no
 * `@Query()`; together with the bad fields of the body, if there is one.
 */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly inputs = new WeakMap<object, RouteInput>();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const { body, query } = this.inputOf(context);
    const parameters = query ? [] : Object.keys(request.query);
    if (body) request.body = noteUnknownParameters(await readJsonBody(request), parameters);
    else if (parameters.length > 0) throw ApiError.invalid(unknownParameters(parameters));
    return true;
  }

  private inputOf(context: ExecutionContext): RouteInput {
    const handler = context.getHandler();
    let input = this.inputs.get(handler);
    if (!input) this.inputs.set(handler, (input = routeInput(context.getClass(), handler)));
    return input;
  }
}

function routeInput(controller: object, handler: { name: string }): RouteInput {
  const args = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as object);
  const takes = (type: RouteParamtypes): boolean => args.some((key) => key.startsWith(`${type}:`));
  const isGet = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  return { body: !isGet && takes(RouteParamtypes.BODY), query: takes(RouteParamtypes.QUERY) };
}
