import { buildDocument } from './document';

export const PARTNER_ROUTES: readonly string[] = Object.entries(buildDocument('http://entrada.test').paths)
  .flatMap(([path, methods]) =>
    path.startsWith('/api/v1/')
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`)
      : [],
  )
  .sort();
