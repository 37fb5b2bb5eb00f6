import { Axis, ColumnSteps, shownPart } from './drag-edges';

/** Drags cards with a mouse or a finger. */

const HOLD_MS = 300;
const MOUSE_SLACK = 5;
const TOUCH_SLACK = 10;
/** The most pixels that the board scrolls in a second. */
const SPEED = 1_200;
const MAX_FRAME_MS = 50;
/** Half of the gap between columns. */
const GAP = 6;
/** Controls in a card, which are not dragged. */
const USED = 'button, input, select, textarea';

export interface Drop {
  readonly dealId: string;
  readonly fromId: string;
  readonly toId: string;
}

/** Begins to drag a pressed card: a mouse at once, a finger after a hold. */
export function press(event: PointerEvent, board: HTMLElement, onDrop: (drop: Drop) => void): void {
  const target = event.target instanceof Element ? event.target : null;
  const card = target?.closest(USED) ? null : target?.closest<HTMLElement>('[data-deal]');
  const from = card?.closest<HTMLElement>('[data-stage]');
  if (card && from && event.isPrimary && event.button === 0) new Drag(event, board, card, from, onDrop);
}

let isDragging = false;

// Stops scrolling during a drag. Browsers ask only listeners that exist before the touch.
document.addEventListener('touchmove', (event) => isDragging && event.preventDefault(), { passive: false });

const refuse = (event: Event): void => event.preventDefault();

/** Ignores the click at the end of a drag, which would open the lead. */
function ignoreClick(): void {
  const ended = new AbortController();
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', stop, { capture: true, signal: ended.signal });
  const end = (): unknown => setTimeout(() => ended.abort());
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end, { once: true });
}

/** A copy of the card that follows the pointer; the card keeps its place. */
function copyOf(card: HTMLElement): HTMLElement {
  const { left, top, width } = card.getBoundingClientRect();
  const copy = card.cloneNode(true) as HTMLElement;
  for (const name of ['data-deal', 'aria-label', 'tabindex']) copy.removeAttribute(name);
  copy.inert = true;
  copy.classList.add('carried');
  Object.assign(copy.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(copy);
  return copy;
}

class Drag {
  private copy: HTMLElement | undefined;
  private over: HTMLElement | null = null;
  private readonly isTouch: boolean;
  private readonly timer: number | undefined;
  private readonly listeners = new AbortController();
  private readonly x: Axis;
  private readonly y: Axis;
  private readonly steps: ColumnSteps;
  private frame = 0;
  private drawnAt = 0;

  constructor(
    private readonly start: PointerEvent,
    private readonly board: HTMLElement,
    private readonly card: HTMLElement,
    private readonly from: HTMLElement,
    private readonly onDrop: (drop: Drop) => void,
  ) {
    this.isTouch = start.pointerType === 'touch';
    [this.x, this.y] = [new Axis(start.clientX), new Axis(start.clientY)];
    this.steps = new ColumnSteps(board);
    if (this.isTouch) this.timer = window.setTimeout(() => this.begin(), HOLD_MS);
    const { signal } = this.listeners;
    document.addEventListener('pointermove', (event) => this.move(event), { signal });
    document.addEventListener('pointerup', () => this.end(true), { signal });
    document.addEventListener('pointercancel', () => this.end(false), { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.end(false), { signal });
    // A long press opens no menu.
    document.addEventListener('contextmenu', (event) => this.isTouch && refuse(event), { signal });
    for (const type of ['selectstart', 'dragstart']) document.addEventListener(type, refuse, { signal });
  }

  private begin(): void {
    isDragging = true;
    this.copy = copyOf(this.card);
    this.card.classList.add('dragged');
    this.board.classList.add('dragging');
    ignoreClick();
    this.drawnAt = performance.now();
    this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.start.pointerId) return;
    this.x.move(event.clientX);
    this.y.move(event.clientY);
    const isFar = Math.hypot(this.x.moved, this.y.moved) > (this.isTouch ? TOUCH_SLACK : MOUSE_SLACK);
    // On a busy page the timer may run before a move that came first.
    const isDragging = this.copy && event.timeStamp - this.start.timeStamp >= HOLD_MS;
    if (this.isTouch && isFar && !isDragging) return this.end(false);
    if (!this.copy && isFar) this.begin();
    this.follow();
  }

  /** Scrolls while the pointer rests in an edge too, so that every card and column can be reached; under a finger by whole columns. */
  private draw(now: number): void {
    const pixels = (SPEED * Math.min(MAX_FRAME_MS, Math.max(0, now - this.drawnAt))) / 1_000;
    this.drawnAt = now;
    const { left, right, top, bottom } = shownPart(this.board);
    const step = (pull: number): number => Math.sign(pull) * Math.ceil(Math.abs(pull) * pixels);
    const aside = this.x.pull(left, right);
    if (this.isTouch) this.steps.draw(aside, pixels, now);
    else this.board.scrollLeft += step(aside);
    const [down, before] = [step(this.y.pull(top, bottom)), this.board.scrollTop];
    this.board.scrollTop += down;
    if (this.board.scrollTop === before) window.scrollBy(0, down);
    this.follow();
    this.frame = requestAnimationFrame((then) => this.draw(then));
  }

  private follow(): void {
    if (!this.copy) return;
    this.copy.style.translate = `${this.x.moved}px ${this.y.moved}px`;
    this.enter(this.columnBelow());
  }

  /** The column at the pointer, over the whole height of the board. */
  private columnBelow(): HTMLElement | null {
    const { left, right, top, bottom } = shownPart(this.board);
    const [x, y] = [this.x.now, this.y.now];
    if (x < left || x > right || y < top || y > bottom) return null;
    const columns = [...this.board.querySelectorAll<HTMLElement>('[data-stage]')];
    return columns.find((column) => x < column.getBoundingClientRect().right + GAP) ?? null;
  }

  private enter(stage: HTMLElement | null): void {
    if (stage === this.over) return;
    this.over?.classList.remove('over');
    this.over = stage;
    stage?.classList.add('over');
  }

  private end(isDropped: boolean): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    isDragging = false;
    this.listeners.abort();
    if (isDropped) this.follow();
    const toId = this.over?.dataset['stage'];
    this.enter(null);
    this.card.classList.remove('dragged');
    this.board.classList.remove('dragging');
    this.copy?.remove();
    const { dealId, fromId } = { dealId: this.card.dataset['deal'], fromId: this.from.dataset['stage'] };
    if (isDropped && this.copy && dealId && fromId && toId && toId !== fromId) this.onDrop({ dealId, fromId, toId });
  }
}
