import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './app.module';
import { Config } from './config/config';
import { buildDocument } from './reference/document';
import { partnerDocument, documentText } from './reference/partner-document';

/** `npm run openapi`: writes the API reference into a folder; needs no setting and no database. */
const [folder = '.'] = process.argv.slice(2);
const document = buildDocument(Config.from({}).publicUrl);
const documents = { 'openapi.json': document, 'partner.json': partnerDocument(document) };
for (const [name, content] of Object.entries(documents)) {
  writeFileSync(join(folder, name), `${documentText(content, 2)}\n`);
}
