import {
  RequestMethod,
  createParamDecorator,
  type ExecutionContext,
  Body,
  type CallHandler,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
  type CanActivate,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { type BodyRules, readJsonBody } from '../http/read-json';
import { noteUnknownParameters, unknownParameters } from './input.pipe';
import { ApiError } from '../api-error';

/** Metadata keys of Nest's decorators. */
export const METADATA = {
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

/** Finds the arguments of a handler, once, as each request needs them. A GET has no body. */
export function routeArguments(controller: object, handler: { readonly name: string }): RouteArguments {
  const positions = found.get(handler) ?? readArguments(controller, handler);
  found.set(handler, positions);
  return positions;
}

function readArguments(controller: object, handler: { readonly name: string }): RouteArguments {
  const names = Object.keys((Reflect.getMetadata(METADATA.arguments, controller, handler.name) ?? {}) as object);
  const positionOf = (type: number): number | undefined => {
    const name = names.find((one) => one.startsWith(`${type}:`));
    return name === undefined ? undefined : Number(name.split(':')[1]);
  };
  const isGet = Reflect.getMetadata(METADATA.method, handler) === RequestMethod.GET;
  return { body: isGet ? undefined : positionOf(BODY), query: positionOf(QUERY) };
}

/** Injects the JSON object as sent, next to the validated `@JsonBody()`. */
export const SentBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().body as object,
);

/** Reads the body after the guards. Refuses its bad fields together with unexpected query parameters. */
class BodyInterceptor implements NestInterceptor {
  constructor(private readonly rules: BodyRules) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const { query } = routeArguments(context.getClass(), context.getHandler());
    const parameters = query === undefined ? Object.keys(request.query) : [];
    request.body = noteUnknownParameters(await readJsonBody(request, this.rules), parameters);
    return next.handle();
  }
}

/** Injects the JSON body as an instance of the argument's class. */
export const JsonBody =
  (rules: BodyRules = {}): ParameterDecorator =>
  (controller, name, index) => {
    if (name === undefined) throw new Error('a constructor has no body');
    Body()(controller, name, index);
    const handler = Object.getOwnPropertyDescriptor(controller, name) as PropertyDescriptor;
    UseInterceptors(new BodyInterceptor(rules))(controller, name, handler);
  };

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
