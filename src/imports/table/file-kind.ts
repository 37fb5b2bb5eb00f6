/** The kind of a file by its first bytes; names and content types are unreliable. */
type FileKind = 'text' | 'workbook' | 'cards';

type Detected = { readonly kind: FileKind } | { readonly refusal: string };

const AS_SHEET = 'salve como .xlsx ou CSV e envie de novo';

const NOT_A_SHEET = 'não é uma planilha nem uma lista de contatos; envie um arquivo .csv, .xlsx ou .vcf';
const OLD_EXCEL = `é uma planilha do Excel antigo (.xls); abra no Excel, ${AS_SHEET}`;
const WITH_PASSWORD = 'a planilha está protegida por senha; tire a senha, salve e envie de novo';

const SIGNS: readonly (readonly [at: number, sign: string, refusal: string])[] = [
  [0, '%PDF', 'é um PDF; exporte a planilha do programa de origem como .xlsx ou CSV'],
  [0, '\x89PNG', imageOf('PNG')],
  [0, '\xff\xd8\xff', imageOf('JPEG')],
  [0, 'GIF8', imageOf('GIF')],
  [8, 'WEBP', imageOf('WebP')],
  [4, 'ftyp', 'é uma foto ou um vídeo; envie a planilha ou a lista de contatos como .xlsx, .csv ou .vcf'],
  [0, 'Rar!', 'é um arquivo compactado (.rar); extraia e envie a planilha que está dentro'],
  [0, '7z\xbc\xaf', 'é um arquivo compactado (.7z); extraia e envie a planilha que está dentro'],
  [0, '\x1f\x8b', 'é um arquivo compactado (.gz); extraia e envie a planilha que está dentro'],
  [0, '{\\rtf', `é um documento de texto (.rtf); passe a tabela para uma planilha, ${AS_SHEET}`],
];

function imageOf(kind: string): string {
  return `é uma imagem (${kind}); envie a planilha como .xlsx ou CSV, não uma foto dela`;
}

const ZIP = 'PK\x03\x04';
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** An OpenDocument begins with its type. */
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument.';
const OPEN_DOCUMENT_AT = 30;

/** The characters that tell a text's kind. */
const START = 4_096;
const CARDS = /^begin:vcard\b/i;

/** Detects the kinds that do not need the file's text; contacts in UTF-16 do. */
export function kindOfBytes(bytes: Buffer): Detected {
  const begins = (sign: string, at = 0): boolean => bytes.toString('latin1', at, at + sign.length) === sign;
  const sign = SIGNS.find(([at, start]) => begins(start, at));
  if (sign) return { refusal: sign[2] };
  if (begins(OLE)) return { refusal: kindOfOle(bytes) };
  const start = bytes.toString('latin1', begins('\xef\xbb\xbf') ? 3 : 0, START).trimStart();
  if (CARDS.test(start)) return { kind: 'cards' };
  if (!begins(ZIP)) return { kind: 'text' };
  if (!begins(OPEN_DOCUMENT, OPEN_DOCUMENT_AT)) return { kind: 'workbook' };
  return { refusal: `é um arquivo do LibreOffice (.ods ou outro); abra no LibreOffice, ${AS_SHEET}` };
}

/** Old Office files name their parts in UTF-16. */
function kindOfOle(bytes: Buffer): string {
  const has = (part: string): boolean => bytes.includes(Buffer.from(part, 'utf16le'));
  if (has('EncryptedPackage')) return WITH_PASSWORD;
  return has('WordDocument')
    ? 'é um documento do Word; passe a tabela para uma planilha e envie a planilha'
    : OLD_EXCEL;
}

export function kindOfText(text: string): Detected {
  const start = text.slice(0, START).trimStart();
  if (CARDS.test(start)) return { kind: 'cards' };
  if (start.startsWith('<')) return { refusal: kindOfMarkup(start) };
  if (/^(?:\{\s*"|\[\s*[{[])/.test(start)) {
    return { refusal: 'é um arquivo JSON; exporte os contatos como CSV, .xlsx ou .vcf' };
  }
  return text.includes('\0') ? { refusal: NOT_A_SHEET } : { kind: 'text' };
}

const kindOfMarkup = (start: string): string =>
  /^<(?:!doctype\s+html|html|head|body|meta|style|table|div)\b/i.test(start)
    ? `é uma página da web (HTML), mesmo que o nome termine em .xls; abra no Excel, ${AS_SHEET}`
    : `é um arquivo XML; abra no Excel, ${AS_SHEET}`;

export function kindOfArchive(names: readonly string[]): Detected {
  const has = (name: RegExp): boolean => names.some((one) => name.test(one));
  if (has(/(?:^|\/)workbook\d*\.xml$/i)) return { kind: 'workbook' };
  if (has(/(?:^|\/)workbook\.bin$/i)) return { refusal: `é uma planilha binária do Excel (.xlsb); ${AS_SHEET}` };
  if (has(/^Index(?:\/|\.zip$)/)) {
    return { refusal: 'é uma planilha do Numbers; exporte como Excel (.xlsx) ou CSV e envie de novo' };
  }
  if (has(/^(?:word|ppt)\//))
    return { refusal: 'é um documento, não uma planilha; envie um arquivo .csv, .xlsx ou .vcf' };
  return { refusal: 'é um arquivo compactado (.zip); extraia e envie a planilha que está dentro' };
}
