import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keepFocus } from './focus';

const SHOWN_MS = 6_000;

interface Said {
  readonly text: string;
  /** Grows with every message, so that the same text is announced again. */
  readonly turn: number;
}

let said: Said = { text: '', turn: 0 };
/** Regions on the screen; the topmost dialog's is last. */
let regions: readonly (() => void)[] = [];
let end: ReturnType<typeof setTimeout> | undefined;

const draw = (): void => regions.forEach((region) => region());

/** Announces a completed action, on the screen and through screen readers. */
export function say(text: string): void {
  said = { text, turn: said.turn + 1 };
  clearTimeout(end);
  end = setTimeout(() => {
    said = { ...said, text: '' };
    draw();
  }, SHOWN_MS);
  draw();
  // The action may have removed the focused element.
  requestAnimationFrame(keepFocus);
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
      {isOnTop && said.text && (
        <p key={said.turn} class="message">
          {said.text}
        </p>
      )}
    </div>
  );
}
