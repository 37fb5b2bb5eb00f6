import '../../src/app.module';
import type { Document } from '../../src/reference/document';

/** The documents of the whole service, whose controllers are all loaded. */
export {
  buildDocument,
  type Document,
  exactDocument,
  type Operation,
  type ResponseObject,
} from '../../src/reference/document';

/** The routes of a document, as `GET /api/v1/leads`. */
export const documentedRoutes = ({ paths }: Pick<Document, 'paths'>): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
