import '../../src/app.module';

/** The documents of the whole service, whose controllers are all loaded. */
export {
  buildDocument,
  type Document,
  exactDocument,
  type Operation,
  type ResponseObject,
} from '../../src/reference/document';
