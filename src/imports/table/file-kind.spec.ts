import { kindOfArchive, kindOfBytes, kindOfText } from './file-kind';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const ole = (part: string): Buffer =>
  Buffer.concat([bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.alloc(504), Buffer.from(part, 'utf16le')]);
const openDocument = (kind: string): Buffer =>
  bytes(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.${kind}PK`);

describe('a file is told by its first bytes', () => {
  it.each<[string, Buffer]>([
    ['a PDF', bytes('%PDF-1.7')],
    ['PNG', bytes('\x89PNG\r\n')],
    ['JPEG', bytes('\xff\xd8\xff\xe0')],
    ['GIF', bytes('GIF89a')],
    ['WebP', bytes('RIFF\0\0\0\0WEBP')],
    ['uma foto ou um vídeo', bytes('\0\0\0\x18ftypheic')],
    ['.rar', bytes('Rar!\x1a')],
    ['.7z', bytes('7z\xbc\xaf')],
    ['.gz', bytes('\x1f\x8b\x08')],
    ['.rtf', bytes('{\\rtf1')],
    ['Excel antigo (.xls); abra no Excel, salve como .xlsx ou CSV e envie de novo', ole('Workbook')],
    ['documento do Word', ole('WordDocument')],
    ['protegida por senha', ole('EncryptedPackage')],
    ['LibreOffice (.ods ou outro)', openDocument('spreadsheet')],
  ])('and refused: %s', (what, file) => {
    const detected = kindOfBytes(file);
    expect('refusal' in detected && detected.refusal).toContain(what.replace(/^a /, ''));
  });

  it.each<[string, Buffer, string]>([
    ['a workbook', bytes('PK\x03\x04\x14'), 'workbook'],
    ['a text', bytes('nome;telefone'), 'text'],
    ['a name that begins as a sign does', bytes('PKnome;telefone'), 'text'],
    ['nothing', bytes(''), 'text'],
    ['contacts', bytes('BEGIN:VCARD\r\n'), 'cards'],
    ['contacts after a byte order mark and an empty line', bytes('\xef\xbb\xbf\n begin:vcard\n'), 'cards'],
    ['a table of contacts', bytes('begin:vcards;telefone'), 'text'],
  ])('as %s', (_, file, kind) => {
    expect(kindOfBytes(file)).toEqual({ kind });
  });
});

describe('a text is told by how it begins', () => {
  it.each<[string, string]>([
    ['página da web', '\r\n<html xmlns:o="urn:schemas-microsoft-com:office:office">'],
    ['página da web', '<!DOCTYPE html><html>'],
    ['página da web', '<!doctype\r\nhtml>'],
    ['página da web', '<table border=1><tr>'],
    ['página da web', '<meta http-equiv="content-type">'],
    ['arquivo XML', '<?xml version="1.0"?><Workbook><Worksheet><Table>'],
    ['arquivo JSON', '{"leads": []}'],
    ['arquivo JSON', '{\n  "leads": []}'],
    ['arquivo JSON', '[\n  {"phone": "1"}]'],
    ['não é uma planilha', 'nome\0telefone'],
  ])('and refused: %s', (what, text) => {
    const detected = kindOfText(text);
    expect('refusal' in detected && detected.refusal).toContain(what);
  });

  it.each<[string, string, string]>([
    ['contacts', 'BEGIN:VCARD\r\n', 'cards'],
    ['contacts below an empty line', '\n begin:vcard\n', 'cards'],
    ['a table', 'nome;telefone', 'text'],
    ['a table with a contact in a cell', 'nome;begin:vcard', 'text'],
    ['a table with JSON in a cell', 'nome;obs\nAna;{"idade": 30}', 'text'],
    ['a table that begins far below', `${'\n'.repeat(4_096)}<nome>;telefone`, 'text'],
    ['a table with brackets', '[LEADS] nome;telefone', 'text'],
    ['a table with braces', '{nome};telefone', 'text'],
    ['nothing', '', 'text'],
  ])('as %s', (_, text, kind) => {
    expect(kindOfText(text)).toEqual({ kind });
  });
});

describe('an archive is told by what it holds', () => {
  it.each<[string, string[]]>([
    ['.xlsb', ['[Content_Types].xml', 'xl/workbook.bin']],
    ['.xlsb', ['workbook.bin']],
    ['Numbers', ['Index/Document.iwa', 'preview.jpg']],
    ['Numbers', ['Index.zip', 'preview.jpg']],
    ['documento', ['[Content_Types].xml', 'word/document.xml']],
    ['documento', ['[Content_Types].xml', 'ppt/presentation.xml']],
    ['compactado (.zip)', ['leads.xlsx']],
    ['compactado (.zip)', ['xl/_rels/workbook.xml.rels', 'xl/_rels/workbook.bin.rels']],
    ['compactado (.zip)', ['leads/Index/a.csv', 'leads/word/b.csv', 'Index.zip.csv']],
    ['compactado (.zip)', []],
  ])('and refused: %s', (what, names) => {
    const detected = kindOfArchive(names);
    expect('refusal' in detected && detected.refusal).toContain(what);
  });

  it.each([[['[Content_Types].xml', 'xl/workbook.xml']], [['workbook.xml']], [['xl/workbook2.xml']]])(
    'as a workbook: %j',
    (names) => {
      expect(kindOfArchive(names)).toEqual({ kind: 'workbook' });
    },
  );
});
