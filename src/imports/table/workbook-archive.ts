import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { invalidFile } from './table-rows';
import { kindOfArchive } from './file-kind';
import { crc32 } from 'node:zlib';

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
  const detected = kindOfArchive(entries.map(({ fileName }) => fileName));
  if ('refusal' in detected) throw invalidFile(detected.refusal);
  const read = entries.filter(({ fileName }) => /\.(?:xml|rels)$/i.test(fileName) && !WITHOUT_CELLS.test(fileName));
  const declaredSize = read.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (declaredSize > MOST_INFLATED) throw largeWorkbook();
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

interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
}

const VERSION = 20;
const FLAGS = 0x0800;

/** Makes an uncompressed archive. */
function storedZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const title = Buffer.from(name);
    const common = commonHeader(content, title);
    const local = Buffer.concat([signature(0x04034b50), common, title, content]);
    files.push(local);
    const [made, rest] = [Buffer.alloc(2), Buffer.alloc(14)];
    made.writeUInt16LE(VERSION);
    rest.writeUInt32LE(at, 10);
    directory.push(signature(0x02014b50), made, common, rest, title);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, listed, signature(0x06054b50), end]);
}

/** The fields shared by the local header and the directory, from the version to the extra length. */
function commonHeader(content: Buffer, title: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(FLAGS, 2);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(title.length, 22);
  return header;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
