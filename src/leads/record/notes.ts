import { MAX_NOTES_RECORD } from '../../contract/limits';
import { codePoints } from '../../common/text';
import { recordParts } from '../../contract/note-entry';

/** Appends the entry on a new line; undefined above 2,000 code points. */
export function appendNote(record: string, entry: string): string | undefined {
  const appended = record === '' ? entry : `${record}\n${entry}`;
  return codePoints(appended) <= MAX_NOTES_RECORD ? appended : undefined;
}

/**
 * Appends the entries that the record lacks, in order. `entryOf` wraps text before the first marker. Undefined above 2,000 code
 * points.
 */
export function appendRecord(record: string, other: string, entryOf: (text: string) => string): string | undefined {
  if (record === '') return other;
  const own = recordParts(record);
  const entries = new Set(own.map(({ plain }) => plain));
  const texts = new Set(own.map(({ entryText, plain }) => entryText ?? plain));
  const lacking = recordParts(other)
    .filter(({ entryText, plain }) => plain !== '' && !(entryText === null ? texts : entries).has(plain))
    .map(({ entryText, written }) => (entryText === null ? entryOf(written) : written));
  return lacking.length > 0 ? appendNote(record, lacking.join('\n')) : record;
}
