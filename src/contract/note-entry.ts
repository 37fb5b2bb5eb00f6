/** How the notes of a lead are written: one text, an entry after the other. */

/** Through what a note came: a key of the API, or the people of the account. */
type NoteSource = 'API' | 'Equipe';

/** Who wrote a note, by the name of the key or of the person, and on which Brasília day (YYYY-MM-DD). */
interface NoteAuthor {
  readonly source: NoteSource;
  readonly name: string;
  readonly day: string;
}

/** A note as it is read from the record: `author` is null for text that no marker names one of. */
interface NoteEntry {
  readonly author: NoteAuthor | null;
  readonly text: string;
}

/** Whatever a page, a terminal or a spreadsheet may show as a line break; the others are control characters, refused in notes. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;
const INDENTED_BREAK = /(\r\n|[\n\r\u2028\u2029]) {2}/g;
const MARKED = /^\[(API|Equipe) · (.+?) · (\d{4}-\d{2}-\d{2})\] (.*)/s;
const UNINDENTED_LINE = /\n(?! {2})/;
const BEFORE_ENTRY = /\n(?=\[(?:API|Equipe) · [^\n]+? · \d{4}-\d{2}-\d{2}\] )/;

/**
 * A note as it is in the record: after a marker with the source, its author's name and the day. Every further line is
 * indented, so that only markers of the service begin a line.
 */
export const noteEntry = (text: string, { source, name, day }: NoteAuthor): string =>
  `[${source} · ${name} · ${day}] ${text}`.replace(LINE_BREAK, '$&  ');

/** The entries of a record, in their order. A line without marker, as old records have them, belongs to the entry before. */
export const noteEntries = (record: string): NoteEntry[] =>
  record === '' ? [] : record.split(BEFORE_ENTRY).map(readEntry);

/** A part of a record: an entry with its indented lines, or lines that no marker is before. */
interface RecordPart {
  readonly written: string;
  /** As spreadsheets give it back: with their line breaks, and without blanks at its end. */
  readonly plain: string;
  /** The text of an entry without its marker; null for lines without one. */
  readonly entryText: string | null;
}

/** The parts of a record, in their order. Lines without indent after an entry, as old records and people have them, are a part of their own. */
export const recordParts = (record: string): RecordPart[] =>
  record === '' ? [] : record.split(BEFORE_ENTRY).flatMap(partsOf);

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

function readEntry(entry: string): NoteEntry {
  const match = MARKED.exec(entry);
  if (!match) return { author: null, text: unindented(entry) };
  const [, source, name, day, text] = match as unknown as [string, NoteSource, string, string, string];
  return { author: { source, name, day }, text: unindented(text) };
}

const unindented = (text: string): string => text.replace(INDENTED_BREAK, '$1');
