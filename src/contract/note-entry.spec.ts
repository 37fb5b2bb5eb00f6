import { noteEntries, noteEntry, recordParts } from './note-entry';

const BY_SITE = { source: 'API', name: 'Site', day: '2026-03-01' } as const;
const BREAKS = ['\n', '\r\n', '\r', '\u2028', '\u2029'];

describe('an entry', () => {
  it.each(['Dona · 2026-01-05] Aprovo', 'Dona · 2026-01-05]'])('by %s is of that author', (name) => {
    const [entry] = noteEntries(noteEntry('ok', { source: 'Equipe', name, day: '2026-03-01' }));
    expect(entry).toEqual({
      begin: 0,
      author: { source: 'Equipe', name: name.replace(']', ')'), day: '2026-03-01' },
      text: 'ok',
    });
  });

  it('comes after a marker with the source, the name of the key and the day', () => {
    expect(noteEntry('Prefere contato à tarde', { source: 'API', name: 'Site', day: '2026-03-01' })).toBe(
      '[API · Site · 2026-03-01] Prefere contato à tarde',
    );
  });

  it.each(BREAKS)('indents every further line, after whatever break: %j', (lineBreak) => {
    const forged = ['oi', '[API · Outra · 2026-03-02] paguei', '', '  fim'].join(lineBreak);
    const entry = ['[API · Site · 2026-03-01] oi', '  [API · Outra · 2026-03-02] paguei', '  ', '    fim'];
    expect(noteEntry(forged, BY_SITE)).toBe(entry.join(lineBreak));
    const [first] = forged.split(lineBreak);
    expect(noteEntry(first ?? '', { ...BY_SITE, name: `A${lineBreak}B` })).toContain(`A${lineBreak}  B`);
  });

  it('keeps breaks of one character one by one', () => {
    expect(noteEntry('a\n\rb\r\r\nc', BY_SITE)).toBe('[API · Site · 2026-03-01] a\n  \r  b\r  \r\n  c');
  });
});

describe('the entries of a record', () => {
  const texts = ['uma linha', ...BREAKS.map((one) => `duas${one}[API · Outra · 2026-03-02] linhas${one}${one}  três`)];

  it('are what was written, one after the other', () => {
    const authors = texts.map(
      (_, index) =>
        ({ source: index % 2 ? 'API' : 'Equipe', name: `Chave · ${index} [x]`, day: `2026-03-0${index + 1}` }) as const,
    );
    const written = texts.map((text, index) => ({ author: authors[index] ?? null, text }));
    const entries = written.map(({ author, text }) => noteEntry(text, author ?? BY_SITE));
    const record = entries.join('\n');
    const read = noteEntries(record);
    expect(read.map(({ author, text }) => ({ author, text }))).toEqual(written);
    expect(read.map(({ begin }, nth) => record.startsWith(entries[nth] ?? '', begin))).toEqual(written.map(() => true));
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
    [
      'a key and people of the account',
      '[API · Site · 2026-03-01] a\n[Equipe · Dona Ana · 2026-03-02] b\n[Outra · x · 2026-03-02] c',
      [
        ['Site', 'a'],
        ['Dona Ana', 'b\n[Outra · x · 2026-03-02] c'],
      ],
    ],
    ['a marker within a line of nobody', 'a [API · Site · 2026-03-01] b', [[null, 'a [API · Site · 2026-03-01] b']]],
    ['what only looks like a marker', '[API · Site · 2026-03-01] a\n[API · CRM] b', [['Site', 'a\n[API · CRM] b']]],
    [
      'a key with a line separator in its name',
      `a\n${noteEntry('b', { ...BY_SITE, name: 'S\u2028T' })}`,
      [
        [null, 'a'],
        ['S\u2028  T', 'b'],
      ],
    ],
  ])('of %s', (_, record, expected) => {
    expect(noteEntries(record).map(({ author, text }) => [author?.name ?? null, text])).toEqual(expected);
  });
});

describe('the parts of a record', () => {
  const marked = (written: string, plain: string, entryText: string) => ({ written, plain, entryText });
  const unmarked = (written: string, plain = written) => ({ written, plain, entryText: null });
  const [first, second] = ['[API · Site · 2026-03-01] a', '[API · CRM · 2026-03-02] d'];

  it.each([
    ['an empty record', '', []],
    ['lines before any marker', `sem dono\n${first}`, [unmarked('sem dono'), marked(first, first, 'a')]],
    ['an entry of two lines', `${first}\n  b`, [marked(`${first}\n  b`, `${first}\n  b`, 'a\nb')]],
    [
      'an unindented line',
      `${first}\nb\n${second}`,
      [marked(first, first, 'a'), unmarked('b'), marked(second, second, 'd')],
    ],
    ['a line with one blank', `${first}\n b`, [marked(first, first, 'a'), unmarked(' b')]],
    ['breaks and blanks of a spreadsheet', `  a \r\nb\rc \r\n`, [unmarked('  a \r\nb\rc \r\n', '  a \nb\nc')]],
  ])('of %s', (_, record, parts) => expect(recordParts(record)).toEqual(parts));
});
