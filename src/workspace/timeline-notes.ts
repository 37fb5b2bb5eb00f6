import { brasiliaDay } from '../common/brasilia-time';
import { firstCodePoints } from '../common/text';
import { MAX_LISTED_TEXT } from '../contract/limits';
import { noteEntries } from '../contract/note-entry';
import type { TimelineEntry } from '../contract/timeline';

/** Position of an entry in the timeline: its moment, then its id. */
export type TimelinePosition = Pick<TimelineEntry, 'at' | 'id'>;

/** Form of an id that no row of the database has. */
const idOfNote = (index: number): string => `00000000-0000-0000-0000-${String(index + 1).padStart(12, '0')}`;

/** Midnight in Brasília, which has no summer time. */
const beginningOf = (day: string): string => `${day}T03:00:00.000Z`;

/** A submission whose note began at this position of the record. */
export interface NotedSubmission {
  readonly at: string;
  readonly noteAt: number;
}

/** The record of a lead, with the submissions whose notes are in it. */
interface DatedRecord {
  readonly notes: string;
  readonly createdAt: Date;
  readonly noted: readonly NotedSubmission[];
}

/**
 * Notes of a record as timeline entries, in the record's order. A note is dated to its submission; where the record was rewritten since, or
 * none is known, to the beginning of its day. Text without an author is dated to the lead's creation.
 */
export const notesOfTimeline = ({ notes, createdAt, noted }: DatedRecord): TimelineEntry[] =>
  noteEntries(notes).map(({ author, text, begin }, index) => {
    const submission = noted.find(({ at, noteAt }) => noteAt === begin && brasiliaDay(new Date(at)) === author?.day);
    return {
      id: idOfNote(index),
      at: submission?.at ?? (author ? beginningOf(author.day) : createdAt.toISOString()),
      type: 'note',
      note: { ...listed(text), author: author?.name ?? null, day: author?.day ?? null },
    };
  });

function listed(text: string): { readonly text: string; readonly cut?: true } {
  const shown = firstCodePoints(text, MAX_LISTED_TEXT);
  return shown === text ? { text } : { text: shown, cut: true };
}

/** Newest first; at the same moment the greater id first, as PostgreSQL orders them. */
export const newestFirst = (one: TimelinePosition, other: TimelinePosition): number =>
  compared(other.at, one.at) || compared(other.id, one.id);

const compared = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
