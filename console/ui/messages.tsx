import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasControl } from './control-key';
import { latestTargets, returnTo } from './focus';

const SHOWN_MS = 6_000;
const UNDO_MS = 8_000;

/** Takes back what a message says. */
export type Undo = () => Promise<unknown>;

interface Message {
  readonly text: string;
  /** Grows with every message, so that the same text is announced again. */
  readonly sequence: number;
  readonly undo?: Undo;
}

let current: Message = { text: '', sequence: 0 };
/** Regions on the screen; the topmost dialog's is last. */
let regions: readonly (() => void)[] = [];
let end: ReturnType<typeof setTimeout> | undefined;

const draw = (): void => regions.forEach((region) => region());

function hide(): void {
  clearTimeout(end);
  current = { text: '', sequence: current.sequence };
  draw();
}

/** Hides the message in time, but not while its button is in use. */
const stay = (): void => clearTimeout(end);
function goOn(): void {
  clearTimeout(end);
  end = setTimeout(hide, current.undo ? UNDO_MS : SHOWN_MS);
}

/** Announces a completed action, on the screen and through screen readers; for some seconds it can be undone, also by Ctrl+Z. */
export function say(text: string, undo?: Undo): void {
  current = { text, sequence: current.sequence + 1, undo };
  goOn();
  draw();
}

function takeBack(): void {
  const { undo } = current;
  if (!undo) return;
  hide();
  void undo();
}

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (!current.undo || isTyping || !hasControl(event) || event.key !== 'z') return;
  event.preventDefault();
  takeBack();
});

function UndoButton() {
  const [targets] = useState(latestTargets);
  const click = (): void => {
    takeBack();
    returnTo(targets);
  };
  return (
    <button
      type="button"
      title="Ctrl+Z"
      aria-keyshortcuts="Control+Z"
      onClick={click}
      onFocus={stay}
      onBlur={goOn}
      onPointerEnter={stay}
      onPointerLeave={goOn}
    >
      Desfazer
    </button>
  );
}

/** Live region: shows messages of `say` for seconds. Each dialog has one too, because it hides the page from screen readers. */
export function Messages() {
  const [, redraw] = useState(0);
  const region = useRef(() => redraw((times) => times + 1));
  useLayoutEffect(() => {
    const mine = region.current;
    regions = [...regions, mine];
    draw();
    return () => {
      regions = regions.filter((other) => other !== mine);
      draw();
    };
  }, []);
  const isOnTop = regions.at(-1) === region.current;
  return (
    <div class="messages" role="status" aria-live="polite">
      {isOnTop && current.text && (
        <p key={current.sequence} class="message">
          {current.text}
          {current.undo && <UndoButton />}
        </p>
      )}
    </div>
  );
}
