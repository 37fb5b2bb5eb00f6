import 'reflect-metadata';
import { Config } from './config';
import { buildDocument } from './reference/document';
import { postmanCollection } from './reference/postman';

/** The commands `npm run openapi` and `npm run postman`: print the API reference; no setting and no database is needed. */
const document = buildDocument(Config.from({}).publicUrl);
const printed = process.argv[2] === 'postman' ? postmanCollection(document) : document;
console.log(JSON.stringify(printed, null, 2));
