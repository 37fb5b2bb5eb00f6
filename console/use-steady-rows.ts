import { type RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Milliseconds for which a row that has moved takes no click: it was meant for what was there before. */
const MOVED_MS = 400;

const topOf = (element: Element): number => Math.round(element.getBoundingClientRect().top + window.scrollY);

/** Marks rows (`data-row`) of the element that have moved or appeared, whatever moved them; the style sheet lets clicks pass them. */
function keepSteady(element: HTMLElement): () => void {
  const placesNow = (): ReadonlyMap<HTMLElement, number> =>
    new Map([...element.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row, topOf(row)] as const));
  let places = placesNow();
  const observer = new MutationObserver(() => {
    const before = places;
    places = placesNow();
    // The list was just loaded.
    if (before.size === 0) return;
    const moved = [...places].filter(([row, top]) => before.get(row) !== top).map(([row]) => row);
    for (const row of moved) row.dataset.moved = '';
    setTimeout(() => moved.forEach((row) => delete row.dataset.moved), MOVED_MS);
  });
  observer.observe(element, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Rows in the element that have just moved take no click. The element must stay as long as the component. */
export function useSteadyRows(container: RefObject<HTMLElement | null>): void {
  useEffect(() => (container.current ? keepSteady(container.current) : undefined), []);
}
