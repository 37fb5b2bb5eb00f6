import { crc32 } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
}

const VERSION = 20;
const FLAGS = 0x0800;

/** Makes an uncompressed archive. */
export function storedZip(parts: readonly ZipPart[]): Buffer {
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
