import { useState } from 'preact/hooks';
import { SECOND_MS } from '../src/contract/durations';
import type { Undo } from './ui/messages';

/** Milliseconds for which a row keeps its place, so that a second click meets no other row. */
const KEPT_MS = SECOND_MS;

/** A row that was acted on, and will leave its list. */
export interface Acted<Row> {
  readonly row: Row;
  /** What was done. */
  readonly done: string;
  readonly undo: Undo | undefined;
  readonly index: number;
  /** The list as it was then. */
  readonly rows: readonly Row[];
  readonly hasLeft: boolean;
}

/** A row with an open form, and its place. */
interface Held<Row> {
  readonly row: Row;
  readonly index: number;
}

/**
 * Rows of a list, of which those that were acted on keep their place for a second and then leave, before the new list comes. A row with
 * an open form stays while the form is open.
 */
export function useActed<Row extends { readonly id: string }>(rows: readonly Row[]) {
  const [acted, setActed] = useState<readonly Acted<Row>[]>([]);
  const [held, setHeld] = useState<readonly Held<Row>[]>([]);
  const without = (id: string) => (all: readonly Acted<Row>[]) => all.filter(({ row }) => row.id !== id);
  const act = (row: Row, done: string, undo: Undo | undefined): Undo | undefined => {
    const forget: Undo | undefined = undo && (() => (setActed(without(row.id)), undo()));
    const one = { row, done, undo: forget, index: shown.indexOf(row), rows, hasLeft: false };
    setActed((all) => [...without(row.id)(all), one]);
    setTimeout(() => {
      setActed((all) => all.map((other) => (other === one ? { ...one, hasLeft: true } : other)));
    }, KEPT_MS);
    return forget;
  };
  const hold = (row: Row, isHeld: boolean): void => {
    const index = shown.indexOf(row);
    setHeld((all) => [...all.filter((one) => one.row.id !== row.id), ...(isHeld ? [{ row, index }] : [])]);
  };
  const shown = [...rows];
  for (const { row, index } of held) {
    const isGone = !shown.some(({ id }) => id === row.id) && !acted.some((one) => one.row.id === row.id);
    if (isGone) shown.splice(index, 0, row);
  }
  for (const one of acted) {
    const at = shown.findIndex(({ id }) => id === one.row.id);
    if (one.hasLeft && at >= 0 && one.rows === rows) shown.splice(at, 1);
    if (!one.hasLeft && at < 0) shown.splice(one.index, 0, one.row);
  }
  const kept = acted.filter(({ hasLeft }) => !hasLeft);
  const leaving = rows.filter(({ id }) =>
    acted.some((one) => one.row.id === id && (!one.hasLeft || one.rows === rows)),
  );
  return {
    rows: shown,
    act,
    hold,
    actedOn: (id: string): Acted<Row> | undefined => kept.find(({ row }) => row.id === id),
    /** Rows of the list that are as good as gone. */
    leaving: leaving.length,
  };
}
