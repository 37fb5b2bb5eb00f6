/** Drags cards with a mouse or a finger. */

const HOLD_MS = 300;
const MOUSE_SLACK = 5;
const TOUCH_SLACK = 10;
const EDGE = 48;
const STEP = 14;
/** Controls in a card, which are not dragged. */
const USED = 'a, button, input, select';

export interface Drop {
  readonly dealId: string;
  readonly fromId: string;
  readonly toId: string;
}

const stageAt = ({ clientX, clientY }: PointerEvent): HTMLElement | null =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-stage]') ?? null;

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

class Drag {
  private isDragged = false;
  private over: HTMLElement | null = null;
  private readonly isTouch: boolean;
  private readonly timer: number | undefined;
  private readonly listeners = new AbortController();
  private readonly scrolled: number;

  constructor(
    private readonly start: PointerEvent,
    private readonly board: HTMLElement,
    private readonly card: HTMLElement,
    private readonly from: HTMLElement,
    private readonly onDrop: (drop: Drop) => void,
  ) {
    this.isTouch = start.pointerType === 'touch';
    this.scrolled = board.scrollLeft;
    if (this.isTouch) this.timer = window.setTimeout(() => this.begin(), HOLD_MS);
    const { signal } = this.listeners;
    document.addEventListener('pointermove', (event) => this.move(event), { signal });
    document.addEventListener('pointerup', () => this.end(true), { signal });
    document.addEventListener('pointercancel', () => this.end(false), { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.end(false), { signal });
    // A long press opens no menu.
    document.addEventListener('contextmenu', (event) => this.isTouch && event.preventDefault(), { signal });
    document.addEventListener('selectstart', (event) => event.preventDefault(), { signal });
  }

  private begin(): void {
    this.isDragged = true;
    isDragging = true;
    this.card.classList.add('dragged');
    this.board.classList.add('dragging');
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.start.pointerId) return;
    const x = event.clientX - this.start.clientX;
    const y = event.clientY - this.start.clientY;
    const isFar = Math.hypot(x, y) > (this.isTouch ? TOUCH_SLACK : MOUSE_SLACK);
    // On a busy page the timer may run before a move that came first.
    const isHeld = this.isDragged && event.timeStamp - this.start.timeStamp >= HOLD_MS;
    if (this.isTouch && isFar && !isHeld) return this.end(false);
    if (!this.isDragged) {
      if (!isFar) return;
      this.begin();
    }
    this.scroll(event.clientX);
    this.card.style.translate = `${x + this.board.scrollLeft - this.scrolled}px ${y}px`;
    this.enter(stageAt(event));
  }

  /** Scrolls the board near an edge, so that every column can be reached. */
  private scroll(x: number): void {
    const { left, right } = this.board.getBoundingClientRect();
    if (x < left + EDGE) this.board.scrollLeft -= STEP;
    else if (x > right - EDGE) this.board.scrollLeft += STEP;
  }

  private enter(stage: HTMLElement | null): void {
    if (stage === this.over) return;
    this.over?.classList.remove('over');
    this.over = stage;
    stage?.classList.add('over');
  }

  private end(isDropped: boolean): void {
    clearTimeout(this.timer);
    isDragging = false;
    this.listeners.abort();
    const toId = this.over?.dataset['stage'];
    this.enter(null);
    this.card.classList.remove('dragged');
    this.board.classList.remove('dragging');
    this.card.style.translate = '';
    const { dealId, fromId } = { dealId: this.card.dataset['deal'], fromId: this.from.dataset['stage'] };
    if (isDropped && this.isDragged && dealId && fromId && toId && toId !== fromId)
      this.onDrop({ dealId, fromId, toId });
  }
}
