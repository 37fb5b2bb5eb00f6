/** Where the keyboard continues after a dialog, or after something that removed the focused element. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/** An element, and around it what may take its place: its neighbours, then those of its parent, and so on. */
export type FocusPlace = readonly Element[];

let latest: FocusPlace = [];

// Some browsers do not focus a button that is clicked.
for (const type of ['focusin', 'click'] as const) {
  document.addEventListener(
    type,
    ({ target }) => {
      const used = target instanceof Element && target.closest(FOCUSABLE);
      if (used) latest = placeOf(used);
    },
    { capture: true },
  );
}

/** The place that was focused or clicked last. */
export const latestPlace = (): FocusPlace => latest;

/** The parts of a page stand for themselves; its head has the heading, where the keyboard goes when nothing else is left. */
function placeOf(element: Element): FocusPlace {
  const place: Element[] = [];
  for (let one: Element | null = element; one && !one.matches('main, body, .page-head'); one = one.parentElement) {
    place.push(one, ...neighboursOf(one));
  }
  return place;
}

/** Those after the element, and then those before it, the nearest first; without parts of the page that are about something else. */
function neighboursOf(element: Element): Element[] {
  const siblings = [...(element.parentElement?.children ?? [])];
  const at = siblings.indexOf(element);
  return [...siblings.slice(at + 1), ...siblings.slice(0, at).reverse()].filter(
    (one) => !one.matches('.page-head, [data-apart]'),
  );
}

/** Goes back to a place, as soon as the page is drawn and unless something is focused by then. */
export function returnTo(place: FocusPlace): void {
  latest = place;
  requestAnimationFrame(keepFocus);
}

/** When the focused element is gone, continues at the nearest one, or at the heading of the page. */
export function keepFocus(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  const isFound = latest.some((element) => element.isConnected && focused(element));
  if (!isFound) document.querySelector<HTMLElement>('h1')?.focus();
}

/** Focuses the element, or the first one in it that can be. */
function focused(element: Element): boolean {
  for (const one of [element, ...element.querySelectorAll(FOCUSABLE)]) {
    if (!(one instanceof HTMLElement)) continue;
    one.focus();
    if (document.activeElement === one) return true;
  }
  return false;
}
