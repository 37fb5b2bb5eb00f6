import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../api-error';
import { routeArguments } from './route-arguments';
import { unknownParameters } from './input.pipe';

/** Refuses query parameters where the handler takes none; with a body, its refusal names them. The last guard. */
@Injectable()
export class ParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { body, query } = routeArguments(context.getClass(), context.getHandler());
    if (body !== undefined || query !== undefined) return true;
    const parameters = Object.keys(context.switchToHttp().getRequest<Request>().query);
    if (parameters.length > 0) throw ApiError.invalid(unknownParameters(parameters));
    return true;
  }
}
