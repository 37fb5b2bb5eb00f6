import type { ListedAppointment } from '../../../src/contract/day/appointment';
import { type Placed, sideBySide, type Span } from '../../../src/contract/day/day-plan';
import type { MemberView } from '../../../src/contract/members/member';
import { isoDay, isoTime, shortDay, weekday } from '../../format';

/** An appointment with its part of the day. */
export interface Block extends Span {
  readonly of: ListedAppointment;
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
}

const DAY_MINUTES = 1_440;
/** Minutes as which a shorter one is drawn, so that it can be hit. */
const SHORTEST_DRAWN = 20;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** `600` as `10:00`. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const blockOf = (of: ListedAppointment): Block => {
  const from = minutesOf(isoTime(of.starts_at));
  return { of, from, to: Math.min(DAY_MINUTES, from + of.minutes) };
};

/** Blocks side by side where they would cover each other. */
export const drawn = (blocks: readonly Block[]): readonly Placed<Block>[] =>
  sideBySide(blocks.map((block) => ({ ...block, to: Math.max(block.to, block.from + SHORTEST_DRAWN) })));

const holderOf = ({ member_id: member, lead }: ListedAppointment): string | null => member ?? lead.responsible_id;

interface Shown {
  readonly all: readonly ListedAppointment[];
  readonly members: readonly MemberView[];
  /** Of the caller; undefined for the operator. */
  readonly ownId: string | undefined;
  /** The only person who is shown, or one who is shown also without anything. */
  readonly chosenId: string | undefined;
}

const blocksOn = (all: readonly ListedAppointment[], day: string): readonly Block[] =>
  all.filter(({ starts_at: at }) => isoDay(at) === day).map(blockOf);

const awayOn = (day: string, { away_until: until }: Partial<MemberView> = {}): string | undefined =>
  until && until >= day ? until : undefined;

/** A day with a column for each person: oneself first, then those who have something, and the chosen one. */
export function columnsOfDay(day: string, { all, members, ownId, chosenId }: Shown, isOwn: boolean): readonly Column[] {
  const blocks = blocksOn(all, day);
  const holders = new Set(blocks.map(({ of }) => holderOf(of)));
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
    };
  });
  const others = blocks.filter(({ of }) => !people.some(({ id }) => id === holderOf(of)));
  const nobodys = { key: 'none', title: 'Sem responsável', day, memberId: undefined, where: '', awayUntil: undefined };
  return others.length > 0 || columns.length === 0 ? [...columns, { ...nobodys, blocks: others }] : columns;
}

/** Days with a column each, of one person or of all. */
export function columnsOfWeek(
  days: readonly string[],
  today: string,
  { all, members, chosenId }: Shown,
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
  }));
}
