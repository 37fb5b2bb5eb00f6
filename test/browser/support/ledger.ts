import type { TimelineEntry } from '../../../src/contract/timeline';

/** What people at work have done, beside what the account says that was done. */

/** Text of a task that is made by one click. */
const RETURN = 'Retornar o contato';

/** A change of a lead, as both sides name it. The author is empty where the account does not say who it was. */
export const markOf = (leadId: string, what: string, author = ''): string => [leadId, what, author].join(' | ');

/** Marks of which the account shows that they were made, and not how often. */
const isState = (mark: string): boolean => /\| (done|put off) /.test(mark);

export interface Found {
  readonly mark: string;
  readonly at: string;
}

/** The marks of one entry of a lead's timeline that a person can have made. */
export function marksOf(leadId: string, entry: TimelineEntry): Found[] {
  const { type, at, activity, move, value, assignment, appointment } = entry;
  const found = (what: string, author?: string | null): Found => ({ mark: markOf(leadId, what, author ?? ''), at });
  if (activity) return activityMarks(activity, at, found);
  if (move) return [found('move', move.member?.id ?? move.moved_by)];
  if (value) return [found(`value ${value.after}`, value.member?.id)];
  if (assignment) return [found(`assume ${assignment.to?.id}`, assignment.member?.id)];
  if (appointment) return [found(`appointment ${appointment.text}`)];
  return ['submission', 'note'].includes(type) ? [] : [found(type)];
}

function activityMarks(
  { type, text, reached, due_at: due, done_at: done, author }: NonNullable<TimelineEntry['activity']>,
  at: string,
  found: (what: string, author?: string | null) => Found,
): Found[] {
  const by = author?.id;
  if (type === 'task' && text === RETURN) return [found('return', by)];
  if (type === 'note') return [found(`note ${text}`, by)];
  if (type !== 'task') return [found(`${type} ${reached}`, by)];
  const isPutOff = due !== null && due > at;
  return [
    found(`task ${text}`, by),
    ...(done ? [found(`done ${text}`)] : []),
    ...(isPutOff ? [found(`put off ${text}`)] : []),
  ];
}

interface Attempts {
  confirmed: number;
  uncertain: number;
}

/** What people have done: confirmed by the page, or uncertain. */
export class Ledger {
  private readonly attempts = new Map<string, Attempts>();
  /** Everything in its order, for the search after a failure. */
  private readonly log: { readonly at: string; readonly text: string }[] = [];

  /** A click is about to be made. Call the result once the page has confirmed it. */
  begin(mark: string): () => void {
    const one = this.attempts.get(mark) ?? { confirmed: 0, uncertain: 0 };
    this.attempts.set(mark, one);
    one.uncertain++;
    this.note(`begun ${mark}`);
    return () => {
      one.uncertain--;
      one.confirmed++;
      this.note(`confirmed ${mark}`);
    };
  }

  note(text: string): void {
    this.log.push({ at: new Date().toISOString(), text });
  }

  /** Confirmed marks that the account does not have, and marks of the account that nobody made. */
  compare(all: readonly Found[]): { readonly missing: string[]; readonly unexplained: string[] } {
    const times = new Map<string, string[]>();
    for (const { mark, at } of all) times.set(mark, [...(times.get(mark) ?? []), at]);
    const missing = [...this.attempts].flatMap(([mark, { confirmed }]) => {
      const wanted = isState(mark) ? Math.min(confirmed, 1) : confirmed;
      const has = times.get(mark)?.length ?? 0;
      return has < wanted ? [`${mark}: ${wanted} confirmed, ${has} found`] : [];
    });
    const unexplained = [...times].flatMap(([mark, at]) => {
      const { confirmed, uncertain } = this.attempts.get(mark) ?? { confirmed: 0, uncertain: 0 };
      return at.length > confirmed + uncertain ? [`${mark}: found at ${at.join()}`, ...this.around(at)] : [];
    });
    return { missing, unexplained };
  }

  /** Confirmed and uncertain marks by their kind. */
  counts(): Record<string, Attempts> {
    const counts: Record<string, Attempts> = {};
    for (const [mark, { confirmed, uncertain }] of this.attempts) {
      const kind = /\| (put off|\w+)/.exec(mark)?.[1] ?? '';
      const count = (counts[kind] ??= { confirmed: 0, uncertain: 0 });
      count.confirmed += confirmed;
      count.uncertain += uncertain;
    }
    return counts;
  }

  /** What was noted in the seconds around these moments. */
  private around(moments: readonly string[]): string[] {
    const isNear = (at: string): boolean =>
      moments.some((moment) => Math.abs(Date.parse(moment) - Date.parse(at)) < 5_000);
    return this.log.filter(({ at }) => isNear(at)).map(({ at, text }) => `  ${at} ${text}`);
  }
}
