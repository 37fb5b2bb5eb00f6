import { noteEntry } from '../../contract/note-entry';
import { appendNote } from './notes';

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
