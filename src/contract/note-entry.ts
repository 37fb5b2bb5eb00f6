/** Source of a note: a key of the API, or the people of the account. A lead's notes are one text of entries. */
type NoteSource = 'API' | 'Equipe';

/** Author of a note, by the name of the key or person, with the Brasília day (YYYY-MM-DD). */
interface NoteAuthor {
  readonly source: NoteSource;
  readonly name: string;
  readonly day: string;
}

/** A note from the record; `author` is null for text without a marker. */
interface NoteEntry {
  readonly author: NoteAuthor | null;
  readonly text: string;
  /** Where in the record it begins, in code units. */
  readonly begin: number;
}

/** Line breaks of pages, terminals and spreadsheets; others are control characters, refused in notes. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;
const INDENTED_BREAK = /(\r\n|[\n\r\u2028\u2029]) {2}/g;
const MARKED = /^\[(API|Equipe) · (.+?) · (\d{4}-\d{2}-\d{2})\] (.*)/s;
const END_IN_NAME = /( · \d{4}-\d{2}-\d{2})\](?= |$)/g;
const UNINDENTED_LINE = /\n(?! {2})/;
const BEFORE_ENTRY = /\n(?=\[(?:API|Equipe) · [^\n]+? · \d{4}-\d{2}-\d{2}\] )/;

/**
 * Writes a note after a marker with source, author and day. Indents further lines: only markers begin a line. A name cannot end the
 * marker, and so not write a note of somebody else.
 */
export const noteEntry = (text: string, { source, name, day }: NoteAuthor): string =>
  `[${source} · ${name.replaceAll(END_IN_NAME, '$1)')} · ${day}] ${text}`.replace(LINE_BREAK, '$&  ');

/** Lists the entries of a record in order. A line without marker, as in old records, belongs to the previous entry. */
export function noteEntries(record: string): NoteEntry[] {
  let begin = 0;
  return (record === '' ? [] : record.split(BEFORE_ENTRY)).map((entry) => {
    const read = { ...readEntry(entry), begin };
    begin += entry.length + 1;
    return read;
  });
}

/** A part of a record: an entry with its indented lines, or lines before any marker. */
interface RecordPart {
  readonly written: string;
  /** Text as spreadsheets return it: with line breaks, and without blanks at the end. */
  readonly plain: string;
  /** Text of an entry without its marker; null for lines without one. */
  readonly entryText: string | null;
}

/** Lists the parts of a record in order. Unindented lines after an entry are a separate part. */
export const recordParts = (record: string): RecordPart[] => record.split(BEFORE_ENTRY).flatMap(partsOf);

function partsOf(entry: string): RecordPart[] {
  const end = MARKED.test(entry) ? entry.search(UNINDENTED_LINE) : 0;
  const cut = end === -1 ? entry.length : end;
  return [
    ...(cut > 0 ? [part(entry.slice(0, cut), true)] : []),
    ...(cut < entry.length ? [part(cut > 0 ? entry.slice(cut + 1) : entry, false)] : []),
  ];
}

function part(written: string, isMarked: boolean): RecordPart {
  const plain = written.replace(/\r\n?/g, '\n').trimEnd();
  return { written, plain, entryText: isMarked ? readEntry(plain).text : null };
}

function readEntry(entry: string): Omit<NoteEntry, 'begin'> {
  const match = MARKED.exec(entry);
  if (!match) return { author: null, text: unindented(entry) };
  const [, source, name, day, text] = match as unknown as [string, NoteSource, string, string, string];
  return { author: { source, name, day }, text: unindented(text) };
}

const unindented = (text: string): string => text.replace(INDENTED_BREAK, '$1');
