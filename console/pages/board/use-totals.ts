import { useEffect, useRef } from 'preact/hooks';
import type { BoardTotals } from '../../../src/contract/board';
import { SECOND_MS } from '../../../src/contract/durations';
import { readUnattended } from '../../api';
import { type ShownBoard, withTotals } from './board-change';

/** Milliseconds between two counts. */
const REST_MS = 30 * SECOND_MS;

const isCounted = ({ stages }: ShownBoard): boolean => stages.every(({ is_count_complete: isComplete }) => isComplete);

/** What a count needs of the board. */
interface CountedBoard {
  readonly data: ShownBoard | undefined;
  readonly shown: { readonly current: ShownBoard | undefined };
  /** Grows when a move begins and when it ends. */
  readonly moves: { readonly current: number };
  readonly show: (board: ShownBoard) => void;
}

/** State of the counts for one set of filters; `own` is the board that the last count has shown. */
const begin = (own: ShownBoard | undefined) => ({
  leaving: new AbortController(),
  countedAt: -Infinity,
  timer: 0,
  own,
});

/** Counts the columns that the board did not count to the end, after the cards are there; after changes again, but seldom. */
export function useTotals(path: string, { data, shown, moves, show }: CountedBoard): void {
  const work = useRef(begin(data));
  useEffect(() => {
    const mine = begin(data);
    work.current = mine;
    return () => {
      clearTimeout(mine.timer);
      mine.leaving.abort();
    };
  }, [path]);
  const count = async (mine: typeof work.current): Promise<void> => {
    const before = moves.current;
    mine.timer = 0;
    mine.countedAt = performance.now();
    const answer = await readUnattended<BoardTotals>(path, mine.leaving.signal).catch(() => undefined);
    // A move of this page is in the answer or not: the next count decides. Without an answer, columns say what they know.
    if (!answer || !shown.current || mine.leaving.signal.aborted || moves.current !== before) return;
    mine.own = withTotals(shown.current, answer.data);
    show(mine.own);
  };
  useEffect(() => {
    const mine = work.current;
    if (!data || data === mine.own || isCounted(data) || mine.timer) return;
    const wait = Math.max(0, mine.countedAt + REST_MS - performance.now());
    mine.timer = window.setTimeout(() => void count(mine), wait);
  }, [data]);
}
