/** Pixels at the edges of the board in which it scrolls during a drag. */
const EDGE = 56;
const SLACK = 5;

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Part of the board that is on the screen, below the page's header. */
export function shownPart(board: HTMLElement): Area {
  const { left, right, top, bottom } = board.getBoundingClientRect();
  const head = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return {
    left: Math.max(left, 0),
    right: Math.min(right, innerWidth),
    top: Math.max(top, head),
    bottom: Math.min(bottom, innerHeight),
  };
}

/** A pointer on one axis, which scrolls in the edges; at the start of a drag only if it moves further out. */
export class Axis {
  private inner: number;

  constructor(
    readonly start: number,
    private at = start,
  ) {
    this.inner = start;
  }

  get moved(): number {
    return this.at - this.start;
  }

  get now(): number {
    return this.at;
  }

  move(at: number): void {
    this.at = at;
  }

  /** Speed from -1 to 1 between these bounds. */
  pull(low: number, high: number): number {
    const out = Math.min(0, this.at - low - EDGE) || Math.max(0, this.at - high + EDGE);
    if (out === 0) this.inner = this.at;
    const isOutwards = (this.at - this.inner) * Math.sign(out) > SLACK;
    return isOutwards ? Math.max(-1, Math.min(1, out / EDGE)) : 0;
  }
}

/** Milliseconds for which the board rests after each column. */
const REST_MS = 500;

/** Scrolls the board sideways column by column, so that a whole one is in view whenever it rests. */
export class ColumnSteps {
  private goal: number | undefined;
  private restsUntil = 0;

  constructor(private readonly board: HTMLElement) {}

  /** Goes on by so many pixels at most. A pull begins the next step; one that has begun is finished. */
  draw(pull: number, pixels: number, now: number): void {
    if (pull !== 0 && now >= this.restsUntil) this.goal ??= this.next(pull);
    if (this.goal === undefined) return;
    const rest = this.goal - this.board.scrollLeft;
    this.board.scrollLeft += Math.sign(rest) * Math.min(Math.abs(rest), pixels);
    if (Math.abs(rest) > pixels) return;
    this.goal = undefined;
    this.restsUntil = now + REST_MS;
  }

  /** Where the next column in this direction begins, or the end of the board. */
  private next(pull: number): number | undefined {
    const { scrollLeft, scrollWidth, clientWidth } = this.board;
    const lefts = [...this.board.querySelectorAll<HTMLElement>('[data-stage]')].map(({ offsetLeft }) => offsetLeft);
    const starts = lefts.map((left) => Math.min(left - Math.min(...lefts), scrollWidth - clientWidth));
    return pull > 0
      ? starts.find((start) => start > scrollLeft + 1)
      : starts.filter((start) => start < scrollLeft - 1).at(-1);
  }
}
