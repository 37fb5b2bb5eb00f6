import { atOnce, pausesOf } from '../../../test/support/at-once';
import { finished } from '../../common/in-slices';
import { turnsGiven } from '../../../test/support/loop-turns';
import { decodedText, type TextEncoding } from './text-encoding';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a file is read', () => {
  it.each<[string, Buffer, string, TextEncoding]>([
    ['UTF-8', Buffer.from('Ação 😀'), 'Ação 😀', 'utf-8'],
    ['UTF-8 with BOM', Buffer.from('\uFEFFAção'), 'Ação', 'utf-8'],
    [
      'UTF-8 with BOM and a stray byte',
      Buffer.concat([Buffer.from('\uFEFFAção'), latin('é\nção')]),
      'Ação\ufffd\n\ufffd\ufffdo',
      'utf-8',
    ],
    [
      'UTF-8 with BOM that ends within a character',
      Buffer.concat([Buffer.from('\uFEFFA'), latin('\xc3')]),
      'A\ufffd',
      'utf-8',
    ],
    ['UTF-8 that begins as a BOM does', Buffer.from('＋55 11'), '＋55 11', 'utf-8'],
    ['Windows-1252', latin('Ação\nJo\xe3o'), 'Ação\nJoão', 'windows-1252'],
    [
      'UTF-8 but for a line',
      Buffer.concat([Buffer.from('Ação\n'), latin('José\n'), Buffer.from('João\n')]),
      'Ação\nJosé\nJoão\n',
      'windows-1252',
    ],
    [
      'lines that end with CR',
      Buffer.concat([Buffer.from('Ação\r'), latin('José\r'), Buffer.from('João')]),
      'Ação\rJosé\rJoão',
      'windows-1252',
    ],
    [
      'a quoted cell with lines',
      Buffer.concat([Buffer.from('"Ação\n'), latin('José"\n'), Buffer.from('João')]),
      '"Ação\nJosé"\nJoão',
      'windows-1252',
    ],
    [
      'the characters of Windows that Latin-1 has not',
      Buffer.from(Array.from({ length: 34 }, (_, index) => 0x7f + index)),
      '\x7f€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ\xa0',
      'windows-1252',
    ],
    ['UTF-16 with BOM', utf16('\uFEFFAção 😀'), 'Ação 😀', 'utf-16le'],
    ['big-endian UTF-16 with BOM', utf16('\uFEFFAção 😀').swap16(), 'Ação 😀', 'utf-16be'],
    ['UTF-16', utf16('Ação; – preço'), 'Ação; – preço', 'utf-16le'],
    ['big-endian UTF-16', utf16('Ação; – preço').swap16(), 'Ação; – preço', 'utf-16be'],
    ['UTF-16 with half a character', Buffer.concat([utf16('Ação'), Buffer.from('x')]), 'Ação', 'utf-16le'],
    [
      'big-endian UTF-16 with half a character',
      Buffer.concat([utf16('Ação').swap16(), Buffer.from('x')]),
      'Ação',
      'utf-16be',
    ],
    ['UTF-16 with half an emoji', utf16('Ação \ud83d'), 'Ação ', 'utf-16le'],
    ['UTF-16 with a fifth of other signs', utf16('Ana –'), 'Ana –', 'utf-16le'],
    ['big-endian UTF-16 with a fifth of other signs', utf16('Ana –').swap16(), 'Ana –', 'utf-16be'],
    ['UTF-16 with a fifth of zeros at the other places', utf16('Ana ─'), 'A\0n\0a\0 \0\0%', 'utf-8'],
    [
      'big-endian UTF-16 with a fifth of zeros at the other places',
      utf16('Ana ─').swap16(),
      '\0A\0n\0a\0 %\0',
      'utf-8',
    ],
    [
      'UTF-16 with other signs after its first kilobyte',
      utf16('a'.repeat(512) + '–'.repeat(512)),
      'a'.repeat(512) + '–'.repeat(512),
      'utf-16le',
    ],
    ['a zero at its end', Buffer.from('Ana\0'), 'Ana\0', 'utf-8'],
    ['only zeros', Buffer.alloc(4), '\0\0\0\0', 'utf-8'],
    ['zeros at its end', Buffer.from('ab\0\0\0\0'), 'ab\0\0\0\0', 'utf-8'],
    ['nothing', Buffer.alloc(0), '', 'utf-8'],
  ])('in %s', (_, bytes, text, encoding) => {
    expect(atOnce(decodedText(bytes))).toEqual({ text, encoding });
  });

  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('ã😀'.repeat(20_001)), 'ã😀'.repeat(20_001)],
    ['UTF-16', utf16(`\uFEFFa${'😀'.repeat(20_000)}`), `a${'😀'.repeat(20_000)}`],
    [
      'Windows-1252',
      Buffer.concat([latin('ã'.repeat(50_001)), Buffer.from('\n😀ã'.repeat(9_999))]),
      'ã'.repeat(50_001) + '\n😀ã'.repeat(9_999),
    ],
    [
      'Windows-1252 and a long line of UTF-8',
      Buffer.concat([latin('ã\n'), Buffer.from('😀ã'.repeat(9_999))]),
      `ã\n${'😀ã'.repeat(9_999)}`,
    ],
  ])('whole, whatever its characters are cut by: %s', (_, bytes, whole) => {
    const { text } = atOnce(decodedText(bytes));
    expect(text === whole).toBe(true);
  });

  it.each<[string, string, string]>([
    ['one long line', '\xe3', ''],
    ['many short lines', '\xe3\n', ''],
    ['one line that is not UTF-8', 'a\n', '\xe3\n'],
  ])('with the work of others between its parts: %s', async (_, line, end) => {
    const bytes = latin(line.repeat(100_000) + end);
    const parts = Math.floor(bytes.length / 16_384);
    expect(pausesOf(decodedText(bytes))).toBeGreaterThanOrEqual(parts);
    // A stopped clock ends no slice.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    expect(await turnsGiven(() => finished(decodedText(bytes)))).toBeLessThan(3 * parts);
    clock.mockRestore();
  });

  it('or given up when its sender has left', async () => {
    const leaving = AbortSignal.abort(new Error('left'));
    await expect(finished(decodedText(Buffer.from('a')), leaving)).rejects.toThrow('left');
  });
});
