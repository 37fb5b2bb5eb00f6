import { noteEntries, noteEntry } from '../../contract/note-entry';
import { appendNote } from './notes';

const BY_SITE = { keyName: 'Site', day: '2026-03-01' };
const BREAKS = ['\n', '\r\n', '\r', '\u2028', '\u2029'];

describe('an entry', () => {
  it('stands behind a marker with the source, the name of the key and the day', () => {
    expect(noteEntry('Prefere contato à tarde', { keyName: 'Site', day: '2026-03-01' })).toBe(
      '[API · Site · 2026-03-01] Prefere contato à tarde',
    );
  });

  it.each(BREAKS)('indents every further line, after whatever break: %j', (lineBreak) => {
    const forged = ['oi', '[API · Outra · 2026-03-02] paguei', '', '  fim'].join(lineBreak);
    const entry = ['[API · Site · 2026-03-01] oi', '  [API · Outra · 2026-03-02] paguei', '  ', '    fim'];
    expect(noteEntry(forged, BY_SITE)).toBe(entry.join(lineBreak));
    const [first] = forged.split(lineBreak);
    expect(noteEntry(first ?? '', { ...BY_SITE, keyName: `A${lineBreak}B` })).toContain(`A${lineBreak}  B`);
  });

  it('keeps breaks of one character one by one', () => {
    expect(noteEntry('a\n\rb\r\r\nc', BY_SITE)).toBe('[API · Site · 2026-03-01] a\n  \r  b\r  \r\n  c');
  });
});

describe('the entries of a record', () => {
  const texts = ['uma linha', ...BREAKS.map((one) => `duas${one}[API · Outra · 2026-03-02] linhas${one}${one}  três`)];

  it('are what was written, one after the other', () => {
    const authors = texts.map((_, index) => ({ keyName: `Chave · ${index} [x]`, day: `2026-03-0${index + 1}` }));
    const written = texts.map((text, index) => ({ author: authors[index] ?? null, text }));
    const record = written.reduce((before, { author, text }) => {
      return appendNote(before, noteEntry(text, author ?? BY_SITE)) ?? '';
    }, '');
    expect(noteEntries(record)).toEqual(written);
  });

  it.each([
    ['an empty record', '', []],
    [
      'text before the first marker',
      'sem dono\n[API · Site · 2026-03-01] a',
      [
        [null, 'sem dono'],
        ['Site', 'a'],
      ],
    ],
    [
      'lines of old records, without indent',
      '[API · Site · 2026-03-01] a\nb\r\n\nc\n[API · CRM · 2026-03-02] d',
      [
        ['Site', 'a\nb\r\n\nc'],
        ['CRM', 'd'],
      ],
    ],
    [
      'a marker within a line',
      '[API · Site · 2026-03-01] [API · CRM · 2026-03-02] a',
      [['Site', '[API · CRM · 2026-03-02] a']],
    ],
    ['what only looks like a marker', '[API · Site · 2026-03-01] a\n[API · CRM] b', [['Site', 'a\n[API · CRM] b']]],
    [
      'a key with a line separator in its name',
      `a\n${noteEntry('b', { ...BY_SITE, keyName: 'S\u2028T' })}`,
      [
        [null, 'a'],
        ['S\u2028  T', 'b'],
      ],
    ],
  ])('of %s', (_, record, expected) => {
    expect(noteEntries(record).map(({ author, text }) => [author?.keyName ?? null, text])).toEqual(expected);
  });
});

describe('the record', () => {
  it('begins with the first entry', () => expect(appendNote('', 'one')).toBe('one'));

  it('has every further entry on a line of its own, earlier text untouched', () => {
    expect(appendNote('one', 'two')).toBe('one\ntwo');
    expect(appendNote('one\ntwo ', 'three')).toBe('one\ntwo \nthree');
  });

  it.each([
    ['an empty record, 2,000 characters', 0, 2_000, true],
    ['an empty record, 2,001 characters', 0, 2_001, false],
    ['1,000 and 999: the line break counts', 1_000, 999, true],
    ['1,000 and 1,000: the line break is too much', 1_000, 1_000, false],
    ['1,998 and 1', 1_998, 1, true],
    ['1,999 and 1', 1_999, 1, false],
    ['a full record', 2_000, 1, false],
  ])('%s', (_, stored, added, fits) => {
    for (const character of ['a', 'ã', '😀']) {
      const appended = appendNote(character.repeat(stored), character.repeat(added));
      expect(appended !== undefined).toBe(fits);
    }
  });

  it('counts code points: the marker and an emoji of two UTF-16 units included', () => {
    const entry = noteEntry('😀', { keyName: 'K', day: '2026-03-01' });
    const length = [...entry].length;
    expect(appendNote('a'.repeat(1_999 - length), entry)).toBe(`${'a'.repeat(1_999 - length)}\n${entry}`);
    expect(appendNote('a'.repeat(2_000 - length), entry)).toBeUndefined();
  });
});
