import { buildDocument } from '../../src/reference/document';

/** The routes of the partner API, as its reference has them: `PATCH /leads/{id}`. */
export const PARTNER_ROUTES: readonly string[] = Object.entries(buildDocument('http://entrada.test').paths)
  .flatMap(([path, methods]) =>
    path.startsWith('/api/v1/')
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`)
      : [],
  )
  .sort();
