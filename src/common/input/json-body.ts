import {
  Body,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { readJsonBody } from '../http/read-json';
import { routeArguments } from './route-arguments';
import { noteUnknownParameters } from './input.pipe';

/** Reads the body after the guards. Refuses its bad fields together with unexpected query parameters. */
@Injectable()
class BodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const { query } = routeArguments(context.getClass(), context.getHandler());
    const parameters = query === undefined ? Object.keys(request.query) : [];
    request.body = noteUnknownParameters(await readJsonBody(request), parameters);
    return next.handle();
  }
}

/** Injects the JSON body as an instance of the argument's class. */
export const JsonBody = (): ParameterDecorator => (controller, name, index) => {
  if (name === undefined) throw new Error('a constructor has no body');
  Body()(controller, name, index);
  const handler = Object.getOwnPropertyDescriptor(controller, name) as PropertyDescriptor;
  UseInterceptors(BodyInterceptor)(controller, name, handler);
};
