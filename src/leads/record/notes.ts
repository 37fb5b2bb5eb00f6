import { MAX_NOTES_RECORD } from '../../contract/limits';
import { codePoints } from '../../common/text';

/** The record with the entry on a line of its own at the end; undefined when it would pass 2,000 code points. */
export function appendNote(record: string, entry: string): string | undefined {
  const appended = record === '' ? entry : `${record}\n${entry}`;
  return codePoints(appended) <= MAX_NOTES_RECORD ? appended : undefined;
}
