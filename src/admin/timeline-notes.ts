import { noteEntries } from '../contract/note-entry';
import type { TimelineEntry } from '../contract/timeline';

/** The place of an entry in the timeline: its moment, and its id among those of one moment. */
export type TimelinePosition = Pick<TimelineEntry, 'at' | 'id'>;

/** No row of the database has such an id. */
const idOfNote = (place: number): string => `00000000-0000-0000-0000-${String(place + 1).padStart(12, '0')}`;

/** Midnight in Brasília, which has no summer time. */
const beginningOf = (day: string): string => `${day}T03:00:00.000Z`;

/** The notes of a record as entries of the timeline, in the order of the record; text of nobody has the lead's own beginning. */
export const notesOfTimeline = (record: string, createdAt: Date): TimelineEntry[] =>
  noteEntries(record).map(({ author, text }, place) => ({
    id: idOfNote(place),
    at: author ? beginningOf(author.day) : createdAt.toISOString(),
    type: 'note',
    note: { text, author: author?.name ?? null, day: author?.day ?? null },
  }));

/** The newest first; of one moment the greater id first, as PostgreSQL orders them. */
export const newestFirst = (one: TimelinePosition, other: TimelinePosition): number =>
  compared(other.at, one.at) || compared(other.id, one.id);

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
