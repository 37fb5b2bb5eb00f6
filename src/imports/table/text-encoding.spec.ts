import { turnsDuring } from '../../../test/support/loop-turns';
import { decodedText, type Encoding } from './text-encoding';

/** Work that takes less is short in any case. */
const SHORT_MS = 25;

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('a file is read', () => {
  it.each<[string, Buffer, string, Encoding]>([
    ['UTF-8', Buffer.from('Ação 😀'), 'Ação 😀', 'utf-8'],
    ['UTF-8 with BOM', Buffer.from('\uFEFFAção'), 'Ação', 'utf-8'],
    [
      'UTF-8 with BOM and a stray byte',
      Buffer.concat([Buffer.from('\uFEFFAção'), latin('é\nção')]),
      'Ação\ufffd\n\ufffd\ufffdo',
      'utf-8',
    ],
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
    ['UTF-16 with BOM', utf16('\uFEFFAção 😀'), 'Ação 😀', 'utf-16le'],
    ['big-endian UTF-16 with BOM', utf16('\uFEFFAção 😀').swap16(), 'Ação 😀', 'utf-16be'],
    ['UTF-16', utf16('Ação; – preço'), 'Ação; – preço', 'utf-16le'],
    ['big-endian UTF-16', utf16('Ação; – preço').swap16(), 'Ação; – preço', 'utf-16be'],
    ['UTF-16 with half a character', Buffer.concat([utf16('Ação'), Buffer.from('x')]), 'Ação', 'utf-16le'],
    ['zeros at its end', Buffer.from('ab\0\0\0\0'), 'ab\0\0\0\0', 'utf-8'],
    ['nothing', Buffer.alloc(0), '', 'utf-8'],
  ])('in %s', async (_, bytes, text, encoding) => {
    expect(await decodedText(bytes)).toEqual({ text, encoding });
  });

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('ã😀'.repeat(20_001))],
    ['UTF-16', utf16(`\uFEFFa${'😀'.repeat(20_000)}`)],
    ['Windows-1252', Buffer.concat([latin('ã'.repeat(50_001)), Buffer.from('\n😀ã'.repeat(9_999))])],
  ])('whole, whatever its characters are cut by: %s', async (encoding, bytes) => {
    const { text } = await decodedText(bytes);
    const whole =
      encoding === 'Windows-1252'
        ? `${'ã'.repeat(50_001)}${'\n😀ã'.repeat(9_999)}`
        : bytes.toString(encoding === 'UTF-8' ? 'utf8' : 'utf16le').replace('\uFEFF', '');
    expect(text === whole).toBe(true);
  });

  it.each<[string, string, string]>([
    ['one long line', '\xe3', ''],
    ['many short lines', '\xe3\n', ''],
    ['one line that is not UTF-8', 'a\n', '\xe3\n'],
  ])('with the work of others between its parts: %s', async (_, line, end) => {
    const seen = await turnsDuring(() => decodedText(latin(line.repeat(1_000_000) + end)));
    expect(seen.turns).toBeGreaterThan(50);
    expect(seen.longestWorkMs < SHORT_MS ? 0 : seen.longestShare).toBeLessThan(0.25);
  });

  it('or given up when its sender has left', async () => {
    await expect(decodedText(Buffer.from('a'), AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});
