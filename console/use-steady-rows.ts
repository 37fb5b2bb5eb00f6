import { type RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Milliseconds for which a row that has moved takes no click: it was meant for what was there before. */
const MOVED_MS = 400;

/** Rows of every list in which a click acts on one of them. */
const ROWS = '[data-row], .rows > li, .leads tbody > tr, .deal-card';

const spanOf = (row: Element): Pick<DOMRect, 'top' | 'bottom'> => {
  const { top, bottom } = row.getBoundingClientRect();
  return { top: Math.round(top + window.scrollY), bottom: Math.round(bottom + window.scrollY) };
};

/**
 * Marks rows of the element that have moved, or taken a place where another was, whatever moved them; the style sheet lets clicks pass
 * them. Rows of a list that was just loaded, or below all others, are not marked.
 */
function keepSteady(element: HTMLElement): () => void {
  const placesNow = () =>
    new Map([...element.querySelectorAll<HTMLElement>(ROWS)].map((row) => [row, spanOf(row)] as const));
  let places = placesNow();
  const observer = new MutationObserver(() => {
    const before = places;
    places = placesNow();
    const end = Math.max(0, ...[...before.values()].map(({ bottom }) => bottom));
    const moved = [...places].flatMap(([row, { top }]) =>
      top === (before.get(row)?.top ?? Math.max(top, end)) ? [] : row,
    );
    for (const row of moved) row.dataset.moved = '';
    setTimeout(() => moved.forEach((row) => delete row.dataset.moved), MOVED_MS);
  });
  observer.observe(element, { childList: true, subtree: true });
  // What scrolls in the element moves no row to where another was.
  element.addEventListener('scroll', () => (places = placesNow()), { capture: true, passive: true });
  return () => observer.disconnect();
}

/** Rows in the element that have just moved take no click. The element must stay as long as the component. */
export function useSteadyRows(container: RefObject<HTMLElement | null>): void {
  useEffect(() => (container.current ? keepSteady(container.current) : undefined), []);
}
