import { nextTurn } from '../database/event-loop';

/** Work that others may interrupt at each `yield`; no step between two of them takes long, whatever the input. */
export type Steps<Result> = Generator<void, Result>;

/** Milliseconds that a slice of work may block other requests; its last step may take a little longer. */
const SLICE_MS = 5;

/** Runs the steps in slices and returns their result. Throws the signal's reason when `leaving` is aborted. */
export async function finished<Result>(steps: Steps<Result>, leaving?: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn();
    leaving?.throwIfAborted();
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
  }
}

/** Yields the items one after the other; lets other requests run between two of them when a slice is used up. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let end = 0;
  for (const item of items) {
    if (performance.now() >= end) {
      await nextTurn();
      end = performance.now() + SLICE_MS;
    }
    yield item;
  }
}

/** Characters of a piece of a streamed answer; its last text may make it longer. */
const PIECE = 256 * 1024;
/** Milliseconds after which a shorter piece is sent, so that no proxy takes a slow search for a dead connection. */
const PIECE_MS = 1_000;

/** Texts of a streamed answer, in batches that are read one after the other. Texts may be made one by one. */
export type TextBatches = AsyncIterable<Iterable<string>>;

/** Joins the texts into pieces; lets other requests run between two texts when a slice is used up. */
export async function* inPieces(batches: TextBatches | Iterable<Iterable<string>>): AsyncGenerator<string> {
  let piece = '';
  let due = performance.now() + PIECE_MS;
  let end = performance.now() + SLICE_MS;
  for await (const texts of batches)
    for (const text of texts) {
      piece += text;
      const now = performance.now();
      if (piece.length >= PIECE || (now >= due && piece !== '')) {
        yield piece;
        piece = '';
        due = performance.now() + PIECE_MS;
      }
      if (now < end) continue;
      await nextTurn();
      end = performance.now() + SLICE_MS;
    }
  if (piece !== '') yield piece;
}

/** Maps the items, one in a step. */
export function* mapped<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item, results.length));
    yield;
  }
  return results;
}
