import { type RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Milliseconds for which a row that has moved takes no click: it was meant for what was there before. */
const MOVED_MS = 400;

/** Rows of every list in which a click acts on one of them. */
const ROWS = '[data-row], .rows > li, .leads tbody > tr, .deal-card';

/** A row's place on the page. */
const placeOf = (row: Element): Pick<DOMRect, 'left' | 'top' | 'bottom'> => {
  const { left, top, bottom } = row.getBoundingClientRect();
  return {
    left: Math.round(left + window.scrollX),
    top: Math.round(top + window.scrollY),
    bottom: Math.round(bottom + window.scrollY),
  };
};

/**
 * Marks rows of the element that have moved, or taken a place where another was, whatever moved them; the style sheet lets clicks pass
 * them. Rows of a list that was just loaded, or below all others, are not marked.
 */
function keepSteady(element: HTMLElement): () => void {
  const placesNow = () =>
    new Map([...element.querySelectorAll<HTMLElement>(ROWS)].map((row) => [row, placeOf(row)] as const));
  let places = placesNow();
  const observer = new MutationObserver(() => {
    const before = places;
    places = placesNow();
    const end = Math.max(0, ...[...before.values()].map(({ bottom }) => bottom));
    const hasMoved = (row: HTMLElement, { left, top }: ReturnType<typeof placeOf>): boolean => {
      const old = before.get(row);
      return old ? left !== old.left || top !== old.top : top < end;
    };
    const moved = [...places].flatMap(([row, place]) => (hasMoved(row, place) ? row : []));
    for (const row of moved) row.dataset.moved = '';
    setTimeout(() => moved.forEach((row) => delete row.dataset.moved), MOVED_MS);
  });
  // What has a place of its own, as in the agenda, is moved by its style alone.
  observer.observe(element, { childList: true, subtree: true, attributeFilter: ['style'] });
  // What scrolls in the element moves no row to where another was.
  element.addEventListener('scroll', () => (places = placesNow()), { capture: true, passive: true });
  return () => observer.disconnect();
}

/** Rows in the element that have just moved take no click. The element must stay as long as the component. */
export function useSteadyRows(container: RefObject<HTMLElement | null>): void {
  useEffect(() => (container.current ? keepSteady(container.current) : undefined), []);
}
