/** Finds where the keyboard continues after a dialog, or after the focused element was removed. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/** Element, then its possible replacements: its neighbours, its parent's, and so on. */
export type FocusTargets = readonly Element[];

let latest: FocusTargets = [];

// Some browsers do not focus a button that is clicked.
for (const type of ['focusin', 'click'] as const) {
  document.addEventListener(
    type,
    ({ target }) => {
      const used = target instanceof Element && target.closest(FOCUSABLE);
      if (used) latest = targetsOf(used);
    },
    { capture: true },
  );
}

/** Element that has the focus, or had it until it was removed or took no more keys. */
let holder: Element | undefined;

const isUsable = (element: Element): boolean =>
  element.getClientRects().length > 0 && !element.matches(':disabled, [inert] *');

/** Without scrolling: a person may be reading elsewhere. */
const goOnNearby = (): number => requestAnimationFrame(() => keepFocus({ preventScroll: true }));

document.addEventListener('focusin', ({ target }) => (holder = target instanceof Element ? target : undefined));
document.addEventListener('focusout', ({ target }) =>
  // Browsers may report the removal of the element before it is gone.
  queueMicrotask(() => {
    if (holder !== target || !holder) return;
    if (isUsable(holder)) holder = undefined;
    else goOnNearby();
  }),
);

// Whatever takes the focused element away, the keyboard goes on near it; on a new page, when its heading is there.
new MutationObserver(() => {
  if (holder && !holder.isConnected) goOnNearby();
}).observe(document, { childList: true, subtree: true });

export const latestTargets = (): FocusTargets => latest;

/** Parts of a page are independent; its heading is the last resort for the keyboard. */
function targetsOf(element: Element): FocusTargets {
  const targets: Element[] = [];
  for (let one: Element | null = element; one && !one.matches('main, body, .page-head'); one = one.parentElement) {
    targets.push(one, ...neighboursOf(one));
  }
  return targets;
}

/** Elements after this one, then those before it, nearest first; without unrelated parts of the page. */
function neighboursOf(element: Element): Element[] {
  const siblings = [...(element.parentElement?.children ?? [])];
  const at = siblings.indexOf(element);
  return [...siblings.slice(at + 1), ...siblings.slice(0, at).reverse()].filter(
    (one) => !one.matches('.page-head, [data-apart]'),
  );
}

/** Returns the focus after the page is drawn, unless something has it. */
export function returnTo(targets: FocusTargets): void {
  latest = targets;
  requestAnimationFrame(() => {
    keepCaret();
    keepFocus();
  });
}

/** Chromium takes no keys in a field to which a removed dialog has returned the focus, until it is focused once more. */
function keepCaret(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}

/** Moves a lost focus to the nearest element, or to the page's heading. */
function keepFocus(options?: FocusOptions): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body) return;
  const isFound = latest.some((element) => element.isConnected && focused(element, options));
  if (!isFound) document.querySelector<HTMLElement>('h1')?.focus(options);
}

/** Focuses the element, or the first focusable one inside. */
function focused(element: Element, options?: FocusOptions): boolean {
  for (const one of [element, ...element.querySelectorAll(FOCUSABLE)]) {
    if (!(one instanceof HTMLElement)) continue;
    one.focus(options);
    if (document.activeElement === one) return true;
  }
  return false;
}
