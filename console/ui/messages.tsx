import { useEffect, useState } from 'preact/hooks';

const SAID = 'said';
const SHOWN_MS = 6_000;

/** Tells people, on the screen and through screen readers, that something was done. */
export const say = (text: string): void => void window.dispatchEvent(new CustomEvent(SAID, { detail: text }));

/** The one live region of the console: shows the messages of `say` for some seconds. */
export function Messages() {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  useEffect(() => {
    const show = (event: Event): void =>
      setSaid(({ turn }) => ({ text: (event as CustomEvent<string>).detail, turn: turn + 1 }));
    window.addEventListener(SAID, show);
    return () => window.removeEventListener(SAID, show);
  }, []);
  useEffect(() => {
    // The action may have removed the focused element.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
    const end = setTimeout(() => setSaid(({ turn }) => ({ text: '', turn })), SHOWN_MS);
    return () => clearTimeout(end);
  }, [said.turn]);
  return (
    <div class="messages" role="status" aria-live="polite">
      {said.text && (
        <p key={said.turn} class="message">
          {said.text}
        </p>
      )}
    </div>
  );
}
