import { noteEntry } from '../../contract/note-entry';
import { appendNote, appendRecord } from './notes';

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
    const entry = noteEntry('😀', { source: 'API', name: 'K', day: '2026-03-01' });
    const length = [...entry].length;
    expect(appendNote('a'.repeat(1_999 - length), entry)).toBe(`${'a'.repeat(1_999 - length)}\n${entry}`);
    expect(appendNote('a'.repeat(2_000 - length), entry)).toBeUndefined();
  });
});

describe('a whole record that comes', () => {
  const [first, second] = ['[API · Site · 2026-01-01] oi\n  tudo bem?', '[Equipe · Ana · 2026-01-02] ligar'];
  const today = (text: string): string => noteEntry(text, { source: 'API', name: 'importação', day: '2026-03-01' });

  it.each([
    ['is the record of a lead without one', '', `sem dono\n${first}`, `sem dono\n${first}`],
    ['changes nothing where it is the same', `${first}\n${second}`, `${first}\n${second}`, `${first}\n${second}`],
    ['changes nothing in another order', `${first}\n${second}`, `${second}\n${first}`, `${first}\n${second}`],
    [
      'changes nothing with the line breaks of a spreadsheet',
      first.replace('\n', '\r\n'),
      first,
      first.replace('\n', '\r\n'),
    ],
    ['changes nothing as an old record without markers', 'a\n\nb', 'a\n\nb', 'a\n\nb'],
    [
      'changes nothing as an old record with lines without indent',
      `${first}\nx\ny`,
      `${first}\nx\ny`,
      `${first}\nx\ny`,
    ],
    ['changes nothing where it has less', `${first}\n${second}`, first, `${first}\n${second}`],
    ['changes nothing with an empty line', `${first}\n${second}`, `${first}\n\n${second}`, `${first}\n${second}`],
    [
      'gives all entries that are lacking',
      '[API · B · 2026-01-03] x',
      `${first}\n${second}`,
      `[API · B · 2026-01-03] x\n${first}\n${second}`,
    ],
    ['gives the entries that are lacking', first, `${second}\n${first}`, `${first}\n${second}`],
    ['gives what a person typed as an entry of the import', first, `${first}\nvip\nx`, `${first}\n${today('vip\nx')}`],
    ['gives that once', `${first}\n${today('vip')}`, `${first}\nvip`, `${first}\n${today('vip')}`],
    [
      'gives an entry that another one cites',
      `[API · A · 2026-01-01] ${second}`,
      second,
      `[API · A · 2026-01-01] ${second}\n${second}`,
    ],
  ])('%s', (_, own, other, record) => {
    expect(appendRecord(own, other, today)).toBe(record);
  });

  it('gives nothing where not all of it fits', () => {
    expect(appendRecord('x'.repeat(2_000), first, today)).toBeUndefined();
    expect(appendRecord('x'.repeat(1_999 - first.length), first, today)).toHaveLength(2_000);
    expect(appendRecord('x'.repeat(1_999 - first.length), `${first}\n${second}`, today)).toBeUndefined();
  });
});
