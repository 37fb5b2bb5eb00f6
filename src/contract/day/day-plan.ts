/** How a day is shown: what overlaps side by side, and what is free. */

/** A part of a day, in minutes since its midnight. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Its place among those that overlap: one of so many lanes. */
export type Placed<Item> = Item & { readonly lane: number; readonly lanes: number };

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes of a free slot. */
export const SLOT = 30;
const USUAL: Span = { from: 7 * HOUR, to: 20 * HOUR };

/** Puts what overlaps into lanes, the earlier one to the left; those that touch no other have the whole width. */
export function sideBySide<Item extends Span>(items: readonly Item[]): readonly Placed<Item>[] {
  const placed: Placed<Item>[] = [];
  let group: { readonly item: Item; readonly lane: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    placed.push(...group.map(({ item, lane }) => ({ ...item, lane, lanes: ends.length })));
    group = [];
    ends = [];
  };
  for (const item of [...items].sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (ends.every((end) => end <= item.from)) close();
    const free = ends.findIndex((end) => end <= item.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = item.to;
    group.push({ item, lane });
  }
  close();
  return placed;
}

/** From 7 to 20 hours, and to the whole hours of what is earlier or later. */
export function shownHours(items: readonly Span[]): Span {
  return {
    from: Math.min(USUAL.from, ...items.map(({ from }) => Math.floor(from / HOUR) * HOUR)),
    to: Math.max(USUAL.to, ...items.map(({ to }) => Math.min(DAY, Math.ceil(to / HOUR) * HOUR))),
  };
}

/** The beginnings of the slots in which nothing is. */
export function freeSlots(items: readonly Span[], { from, to }: Span): readonly number[] {
  const starts = Array.from({ length: (to - from) / SLOT }, (_, index) => from + index * SLOT);
  return starts.filter((start) => items.every((item) => item.to <= start || item.from >= start + SLOT));
}

/** Free slots in a row, as one. */
export function freeTimes(starts: readonly number[]): readonly Span[] {
  const times: Span[] = [];
  for (const start of starts) {
    const before = times.at(-1);
    if (before?.to === start) times.splice(-1, 1, { from: before.from, to: start + SLOT });
    else times.push({ from: start, to: start + SLOT });
  }
  return times;
}
