import { BuiltSite } from '../common/site/built-site';
import { compressed } from '../common/site/compressed';
import type { ServedFile } from '../common/site/served-file';
import { buildDocument, type Document } from './document';
import { documentText } from './document-text';
import { partnerDocument } from './partner-document';

/** Files of `/docs`, ready to be sent. */
export class ReferenceFiles {
  private constructor(
    readonly site: BuiltSite,
    /** The page for `/docs/` and for `/docs`, where the browser resolves its files differently. */
    readonly pages: { readonly inDocs: ServedFile; readonly besideDocs: ServedFile },
    readonly documents: ReadonlyMap<string, ServedFile>,
  ) {}

  static async make(publicUrl: string): Promise<ReferenceFiles> {
    const site = new BuiltSite('reference');
    const { page } = site;
    const document = buildDocument(publicUrl);
    const json = (one: Document) => fileOf(documentText(one), 'application/json; charset=utf-8');
    const [besideDocs, openapi, partner] = await Promise.all([
      fileOf(page.content.toString().replaceAll('"./', '"docs/'), page.type),
      json(document),
      json(partnerDocument(document)),
    ]);
    const documents = new Map([
      ['openapi.json', openapi],
      ['partner.json', partner],
    ]);
    return new ReferenceFiles(site, { inDocs: page, besideDocs }, documents);
  }
}

async function fileOf(text: string, type: string): Promise<ServedFile> {
  const content = Buffer.from(text);
  return { type, content, codings: await compressed(content) };
}
