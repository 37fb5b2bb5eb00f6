import { All, Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../api-error';
import { type DeclaredRoute, unknownRoute } from './unknown-route';
import { AddressLimitGuard } from '../rate-limit/limit.guard';

/** Links to the documentation (RFC 8631), for programs; also sent for HEAD. */
const LINKS = '</docs>; rel="service-doc", </docs/partner.json>; rel="service-desc"';

/** Builds the 404 for a path or method without a controller. */
export function noRoute(request: Request, response: Response): ApiError {
  response.setHeader('Link', LINKS);
  const { method, originalUrl } = request;
  // The service replaces the router's path when it cannot be decoded.
  const path = originalUrl.split(/[?#]/, 1)[0] as string;
  return new ApiError('not_found', {
    message: unknownRoute(method, path, (candidate) => routesAt(request, candidate)),
  });
}

/** Express's record of a route; its types omit `match`. */
interface Layer {
  readonly route?: { readonly path: string; readonly stack: readonly { readonly method: string }[] };
  match(path: string): boolean;
}

/** Lists the routes that Express would try for the path, without the catch-all. */
const routesAt = ({ app }: Request, path: string): DeclaredRoute[] =>
  (app.router.stack as unknown as readonly Layer[]).flatMap((layer) => {
    const { route } = layer;
    if (!route || route.path.includes('*') || !layer.match(path)) return [];
    return [{ path: route.path, methods: route.stack.map(({ method }) => method.toUpperCase()) }];
  });

/** Answers unknown routes and methods. Registered last. */
@Controller()
@UseGuards(AddressLimitGuard)
export class NotFoundController {
  @All('{*path}')
  notFound(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    throw noRoute(request, response);
  }
}
