import { MAX_NOTES_RECORD } from '../common/limits';
import { codePoints } from '../common/text';

/** Who wrote a note and on which Brasília day (YYYY-MM-DD). */
export interface NoteAuthor {
  readonly keyName: string;
  readonly day: string;
}

/** A note as it stands in the record: behind a marker with the source, the key's name and the day. */
export const noteEntry = (text: string, { keyName, day }: NoteAuthor): string => `[API · ${keyName} · ${day}] ${text}`;

/** The record with the entry on a line of its own at the end; undefined when it would pass 2,000 code points. */
export function appendNote(record: string, entry: string): string | undefined {
  const appended = record === '' ? entry : `${record}\n${entry}`;
  return codePoints(appended) <= MAX_NOTES_RECORD ? appended : undefined;
}
