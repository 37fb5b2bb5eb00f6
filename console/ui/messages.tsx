import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keepFocus } from './focus';

const SHOWN_MS = 6_000;

interface Said {
  readonly text: string;
  /** Grows with every message, so that the same text is told again. */
  readonly turn: number;
}

let said: Said = { text: '', turn: 0 };
/** Those on the screen, the one of the topmost dialog last. */
let regions: readonly (() => void)[] = [];
let end: ReturnType<typeof setTimeout> | undefined;

const draw = (): void => regions.forEach((region) => region());

/** Tells people, on the screen and through screen readers, that something was done. */
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

/**
 * A live region: shows the messages of `say` for some seconds. The page has one, and each dialog its own, because what is behind a
 * dialog is hidden from screen readers. Only the one on top shows them.
 */
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
