import type { ListedTask } from '../../../src/contract/day/activity';
import type { ListedAppointment } from '../../../src/contract/day/appointment';
import { type Placed, shownHours, sideBySide, SLOT, type Span } from '../../../src/contract/day/day-plan';
import type { MemberView } from '../../../src/contract/members/member';
import { isoDay, isoTime, shortDay, weekday } from '../../format';

/** An appointment with its part of the day. */
export interface Block extends Span {
  readonly of: ListedAppointment;
}

/** A line with one task, or with the number of further tasks of a half hour. */
export interface TaskLine extends Span {
  readonly task: ListedTask | undefined;
  /** The task, or all of the half hour. */
  readonly tasks: readonly ListedTask[];
}

/** A person's day, or the day of all. */
export interface Column {
  readonly key: string;
  readonly title: string;
  readonly day: string;
  /** Who has what is made here; absent: the one who looks after the lead. */
  readonly memberId: string | undefined;
  /** What a new appointment says besides its hour. */
  readonly where: string;
  /** The last day of an absence. */
  readonly awayUntil: string | undefined;
  readonly blocks: readonly Block[];
  /** By hour. */
  readonly tasks: readonly ListedTask[];
}

const DAY_MINUTES = 1_440;
/** Minutes as which a shorter one is drawn, so that it can be hit. */
const SHORTEST_DRAWN = 20;
/** Lines of tasks in a half hour, and the minutes as which each is drawn. */
const LINES = 2;
const LINE = SLOT / LINES;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** `600` as `10:00`. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const blockOf = (of: ListedAppointment): Block => {
  const from = minutesOf(isoTime(of.starts_at));
  return { of, from, to: Math.min(DAY_MINUTES, from + of.minutes) };
};

const dueOf = ({ due_at: due, at }: ListedTask): string => due ?? at;

/** The minutes of its day at which a task is due. */
export const minuteOf = (task: ListedTask): number => minutesOf(isoTime(dueOf(task)));

/** The beginning of the half hour of a minute. */
export const slotAt = (minute: number): number => Math.floor(minute / SLOT) * SLOT;

/** Lines for the tasks of a day: in each half hour one below the other, the last line for all that have no other. */
function linesOf(tasks: readonly ListedTask[]): readonly TaskLine[] {
  const slotOf = (task: ListedTask): number => slotAt(minuteOf(task));
  return [...new Set(tasks.map(slotOf))].flatMap((start) => {
    const here = tasks.filter((task) => slotOf(task) === start);
    const own = here.length > LINES ? here.slice(0, LINES - 1) : here;
    const rest = own.length < here.length ? [{ task: undefined, tasks: here }] : [];
    return [...own.map((task) => ({ task, tasks: [task] })), ...rest].map((line, index) => {
      const from = start + index * LINE;
      return { ...line, from, to: from + LINE };
    });
  });
}

/** What is drawn in a column, by hour; side by side where it would cover each other. */
export const drawn = ({ blocks, tasks }: Column): readonly Placed<Block | TaskLine>[] =>
  sideBySide([
    ...blocks.map((block) => ({ ...block, to: Math.max(block.to, block.from + SHORTEST_DRAWN) })),
    ...linesOf(tasks),
  ]);

/** The hours in which everything of the columns is. */
export const hoursOf = (columns: readonly Column[]): Span =>
  shownHours(columns.flatMap(({ blocks, tasks }) => [...blocks, ...linesOf(tasks)]));

const holderOf = ({ member_id: member, lead }: ListedAppointment): string | null => member ?? lead.responsible_id;

interface Shown {
  readonly all: readonly ListedAppointment[];
  readonly tasks: readonly ListedTask[];
  readonly members: readonly MemberView[];
  /** Of the caller; undefined for the operator. */
  readonly ownId: string | undefined;
  /** The only person who is shown, or one who is shown also without anything. */
  readonly chosenId: string | undefined;
}

const blocksOn = (all: readonly ListedAppointment[], day: string): readonly Block[] =>
  all.filter(({ starts_at: at }) => isoDay(at) === day).map(blockOf);

const tasksOn = (tasks: readonly ListedTask[], day: string): readonly ListedTask[] =>
  tasks.filter((task) => isoDay(dueOf(task)) === day);

const awayOn = (day: string, { away_until: until }: Partial<MemberView> = {}): string | undefined =>
  until && until >= day ? until : undefined;

/** A day with a column for each person: oneself first, then those who have something, and the chosen one. */
export function columnsOfDay(day: string, shown: Shown, isOwn: boolean): readonly Column[] {
  const { members, ownId, chosenId } = shown;
  const blocks = blocksOn(shown.all, day);
  const tasks = tasksOn(shown.tasks, day);
  const holders = new Set([...blocks.map(({ of }) => holderOf(of)), ...tasks.map(({ lead }) => lead.responsible_id)]);
  const people = members
    .filter(({ id }) => id === ownId || (!isOwn && (holders.has(id) || id === chosenId)))
    .sort((one, other) => Number(other.id === ownId) - Number(one.id === ownId));
  const columns = people.map((member): Column => {
    const { id, name, active } = member;
    return {
      key: id,
      title: id === ownId ? `${name} (você)` : name,
      day,
      memberId: active ? id : undefined,
      where: ` com ${name}`,
      awayUntil: awayOn(day, member),
      blocks: blocks.filter(({ of }) => holderOf(of) === id),
      tasks: tasks.filter(({ lead }) => lead.responsible_id === id),
    };
  });
  const isOther = (holder: string | null): boolean => !people.some(({ id }) => id === holder);
  const nobodys: Column = {
    ...{ key: 'none', title: 'Sem responsável', day, memberId: undefined, where: '', awayUntil: undefined },
    blocks: blocks.filter(({ of }) => isOther(holderOf(of))),
    tasks: tasks.filter(({ lead }) => isOther(lead.responsible_id)),
  };
  const isEmpty = nobodys.blocks.length === 0 && nobodys.tasks.length === 0;
  return isEmpty && columns.length > 0 ? columns : [...columns, nobodys];
}

/** Days with a column each, of one person or of all. */
export function columnsOfWeek(
  days: readonly string[],
  today: string,
  { all, tasks, members, chosenId }: Shown,
): readonly Column[] {
  const chosen = members.find(({ id }) => id === chosenId);
  return days.map((day) => ({
    key: day,
    title: `${weekday(day)}${day === today ? ' (hoje)' : ''}`,
    day,
    memberId: chosen?.id,
    where: `, ${shortDay(day)}${chosen ? `, com ${chosen.name}` : ''}`,
    awayUntil: awayOn(day, chosen),
    blocks: blocksOn(all, day),
    tasks: tasksOn(tasks, day),
  }));
}
