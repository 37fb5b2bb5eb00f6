import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { invalidFile } from './invalid-file';
import { kindOfArchive } from './file-kind';
import { type ZipPart, storedZip } from './stored-zip';

const MOST_ENTRIES = 1_000;
export const MOST_INFLATED = 50 * 1024 * 1024;

const TOO_LARGE = 'a planilha passa de 50 MB depois de aberta; divida-a ou salve como CSV';
const BROKEN = 'a planilha está corrompida ou incompleta; abra no Excel, salve de novo como .xlsx e envie de novo';
const DECLARATIONS = 'a planilha tem declarações XML que uma planilha não tem (DOCTYPE); salve de novo como .xlsx';

export const brokenWorkbook = () => invalidFile(BROKEN);
export const largeWorkbook = () => invalidFile(TOO_LARGE);

/** Parts without cells, which may be most of a workbook. */
const WITHOUT_CELLS =
  /(?:^|\/)(?:worksheets\/_rels|drawings|charts|media|theme|docProps|customXml|externalLinks|pivotTables|pivotCache|tables|queryTables|comments\d*|threadedComments|persons|printerSettings|calcChain)(?:\/|\.xml$)/i;

/**
 * Copies the parts with cells into a new, uncompressed archive. The workbook reader then inflates nothing and sees the bytes that
 * were counted: an archive may lie about sizes or have several directories. Parts in UTF-16 become UTF-8. Throws 422 for a broken
 * archive, above 1,000 entries or 50 MB inflated, and for a DOCTYPE, so entities are never read.
 */
export async function checkedWorkbook(bytes: Buffer): Promise<Uint8Array> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch(() => {
    throw brokenWorkbook();
  });
  if (zip.entryCount > MOST_ENTRIES) throw invalidFile('a planilha tem mais de 1.000 partes; salve de novo como .xlsx');
  const entries = await entriesOf(zip);
  const told = kindOfArchive(entries.map(({ fileName }) => fileName));
  if ('refusal' in told) throw invalidFile(told.refusal);
  const read = entries.filter(({ fileName }) => /\.(?:xml|rels)$/i.test(fileName) && !WITHOUT_CELLS.test(fileName));
  const said = read.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (said > MOST_INFLATED) throw largeWorkbook();
  const parts: ZipPart[] = [];
  let size = 0;
  for (const entry of read) {
    const content = await contentOf(zip, entry);
    // UTF-16 may be shorter.
    if ((size += content.length) > MOST_INFLATED) throw largeWorkbook();
    parts.push({ name: entry.fileName, content });
  }
  return storedZip(parts);
}

async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch {
    throw brokenWorkbook();
  }
  return entries;
}

/** Reads at most the size in the directory: the archive reader ends a longer stream. Returns UTF-8. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const content = await zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .then(utf8Of)
    .catch(() => {
      throw brokenWorkbook();
    });
  if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) throw invalidFile(DECLARATIONS);
  return content;
}

/** A part is UTF-16 if it begins with a byte order mark or with "<" in two bytes. The workbook reader knows UTF-8 only. */
function utf8Of(part: Buffer): Buffer {
  const begins = (...starts: readonly number[]): boolean => part.length > 1 && starts.includes(part.readUInt16BE());
  const isBigEndian = begins(0xfeff, 0x003c);
  if (!isBigEndian && !begins(0xfffe, 0x3c00)) return part;
  const units = part.subarray(0, part.length & ~1);
  return Buffer.from((isBigEndian ? units.swap16() : units).toString('utf16le').replace(/^\uFEFF/, ''));
}
