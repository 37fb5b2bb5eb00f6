import { MAX_NOTES_RECORD } from '../../contract/limits';
import { codePoints } from '../../common/text';
import { recordParts } from '../../contract/note-entry';

/** The record with the entry on a line of its own at the end; undefined when it would pass 2,000 code points. */
export function appendNote(record: string, entry: string): string | undefined {
  const appended = record === '' ? entry : `${record}\n${entry}`;
  return codePoints(appended) <= MAX_NOTES_RECORD ? appended : undefined;
}

/**
 * The record with what another one has of the same lead and it lacks, in its order; the other one itself where there is none. Text that no
 * marker is before becomes an entry, by `entryOf`. Undefined when all of it would pass 2,000 code points.
 */
export function appendRecord(record: string, other: string, entryOf: (text: string) => string): string | undefined {
  if (record === '') return other;
  const own = recordParts(record);
  const entries = new Set(own.filter(({ entryText }) => entryText !== null).map(({ plain }) => plain));
  const texts = new Set(own.map(({ entryText, plain }) => entryText ?? plain));
  const lacking = recordParts(other)
    .filter(({ entryText, plain }) => plain !== '' && !(entryText === null ? texts : entries).has(plain))
    .map(({ entryText, written }) => (entryText === null ? entryOf(written) : written));
  return lacking.length > 0 ? appendNote(record, lacking.join('\n')) : record;
}
