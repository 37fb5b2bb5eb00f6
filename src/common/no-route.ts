import type { Request, Response } from 'express';
import { ApiError } from './api-error';
import { type DeclaredRoute, unknownRoute } from './unknown-route';

/** Where documentation is (RFC 8631), for programs that follow links; it comes with HEAD too. */
const LINKS = '</docs>; rel="service-doc", </docs/partner.json>; rel="service-desc"';

/** 404 for a path, or a method of it, that no controller answers. */
export function noRoute(request: Request, response: Response): ApiError {
  response.setHeader('Link', LINKS);
  const { method, originalUrl } = request;
  // The service gives the router another path where one cannot be decoded.
  const path = originalUrl.split(/[?#]/, 1)[0] as string;
  return new ApiError('not_found', { message: unknownRoute(method, path, (asked) => routesAt(request, asked)) });
}

/** What Express keeps of a route; its types say nothing of `match`. */
interface Layer {
  readonly route?: { readonly path: string; readonly stack: readonly { readonly method: string }[] };
  match(path: string): boolean;
}

/** The routes that Express would try for the path; the one that answers everything else is none. */
const routesAt = ({ app }: Request, path: string): DeclaredRoute[] =>
  (app.router.stack as unknown as readonly Layer[]).flatMap((layer) => {
    const { route } = layer;
    if (!route || route.path.includes('*') || !layer.match(path)) return [];
    return [{ path: route.path, methods: route.stack.map(({ method }) => method.toUpperCase()) }];
  });
