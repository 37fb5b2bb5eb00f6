import { atOnce, pausesOf } from '../../../test/support/at-once';
import { readTable } from './table';
import { wholeCharacters } from './vcard-line';

const namesPhone = (cell: string): boolean => cell.startsWith('Telefone');

describe('a file of contacts', () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

  /** Writes the text with this line end and blank between all bytes of its value. */
  const folded = (start: string, value: Buffer, fold: string): Buffer =>
    Buffer.concat([latin(start), ...Array.from(value, (byte, at) => Buffer.from([...latin(at ? fold : ''), byte]))]);

  const FOLDS = ['\r\n ', '\r\n\t', '\n ', '\n\t', '\r ', '\r\t', '\r\r\n '];

  it.each(
    ['2.1', '3.0', '4.0'].flatMap((version) => FOLDS.map((fold) => [version, JSON.stringify(fold), fold] as const)),
  )('of version %s is unfolded as bytes: %s', async (version, _, fold) => {
    const bytes = Buffer.concat([
      latin(`BEGIN:VCARD\nVERSION:${version}\n`),
      folded('FN:', Buffer.from('José 😀'), fold),
      latin('\nTEL;CELL:1\nPHOTO;ENCODING=BASE64;JPEG:/9j/\n 4AA=\n\nEND:VCARD\n'),
    ]);
    const { rows, encoding } = await readTable(bytes, { namesPhone });
    expect([rows, encoding]).toEqual([[{ number: 1, cells: ['José 😀', '1'] }], 'utf-8']);
  });

  const QUOTED = 'ENCODING=QUOTED-PRINTABLE';

  it.each<[string, Buffer, string, string]>([
    ['after a byte order mark', Buffer.from('\uFEFFBEGIN:VCARD\nFN:Jos\xe9', 'utf8'), 'José', 'utf-8'],
    [
      'within a character, after a byte order mark',
      Buffer.concat([Buffer.from('\uFEFF\r\nBEGIN:VCARD\n'), folded('FN:', Buffer.from('José'), '\r\n ')]),
      'José',
      'utf-8',
    ],
    [
      'within a character, beside a line in Windows-1252',
      Buffer.concat([latin('BEGIN:VCARD\nNOTE:a\xe7\xe3o\n'), folded('FN:', Buffer.from('José'), '\r\n ')]),
      'José',
      'windows-1252',
    ],
    ['in Windows-1252', latin('BEGIN:VCARD\nFN:Concei\xe7\r\n \xe3o \xaa\r\n \xba\n'), 'Conceição ªº', 'windows-1252'],
    [
      'in UTF-16, within a pair of surrogates',
      Buffer.from('\uFEFFBEGIN:VCARD\r\nFN:José \ud83d\r\n \ude00', 'utf16le'),
      'José 😀',
      'utf-16le',
    ],
    ['in big-endian UTF-16', Buffer.from('\uFEFFBEGIN:VCARD\r\nFN:Jos\r\n é', 'utf16le').swap16(), 'José', 'utf-16be'],
    ['but not without a blank', latin('BEGIN:VCARD\nFN:Jos\xc3\n\xa9'), 'JosÃ', 'windows-1252'],
    ['but not with another letter', latin('BEGIN:VCARD\nFN:Jos\xc3\nx\xa9'), 'JosÃ', 'windows-1252'],
    ['but not after an equals sign alone', latin('BEGIN:VCARD\nFN:Jos=\n\xa9'), 'Jos=', 'windows-1252'],
    ['with a soft line break', latin(`BEGIN:VCARD\nFN;CHARSET=UTF-8;${QUOTED}:Jos=C3=\r\n=A9`), 'José', 'utf-8'],
    ['with a soft line break in an escape', latin(`BEGIN:VCARD\nFN;${QUOTED}:Jos=C3=A=\n9`), 'José', 'utf-8'],
    [
      'with a soft line break in a character that is not encoded',
      latin(`BEGIN:VCARD\nFN;${QUOTED}:Jos\xc3=\r\n\xa9 =C3=81vila`),
      'José Ávila',
      'utf-8',
    ],
    [
      'with a soft line break, in a charset of its own',
      latin(`BEGIN:VCARD\nFN;CHARSET=ISO-8859-1;${QUOTED}:Jos=E9=\r =C3=\r\n=A9`),
      'José Ã©',
      'utf-8',
    ],
    [
      'with a blank after a soft line break',
      latin(`BEGIN:VCARD\nFN;${QUOTED}:Ana=\r\n =C3=81vila`),
      'Ana Ávila',
      'utf-8',
    ],
  ])('may be folded %s', async (_, bytes, name, encoding) => {
    const table = await readTable(bytes, { namesPhone });
    expect([table.rows[0]?.cells[0], table.encoding]).toEqual([name, encoding]);
  });

  it.each<[string, string]>([
    ['two bytes', 'é'],
    ['four bytes', '😀'],
    ['one byte', 'a'],
  ])('has its characters joined in steps, in proportion to its folds: of %s', (_, character) => {
    const value = character.repeat(100_000);
    const bytes = folded('BEGIN:VCARD\nNOTE:', Buffer.from(value), '\n ');
    const joined = atOnce(wholeCharacters(bytes)).toString();
    expect(joined === `BEGIN:VCARD\nNOTE:${Array.from(value).join('\n ')}`).toBe(true);
    expect(pausesOf(wholeCharacters(bytes))).toBe(Buffer.byteLength(value));
  });
});
