import type { Locator, Page } from 'playwright-core';
import type { Hand } from './clicks';
import { settles } from './steps';

/** Most Tabs to a control: more is no way to work. */
const MOST_TABS = 60;

/** The next key on the way to a control, or the key that operates it, once the focus is there. */
interface Way {
  readonly key: string;
  readonly isThere?: boolean;
}

/** Operates the console as somebody without a mouse does: by Tab, arrows, and the keys that a control names. */
export const keyboard = (page: Page): Hand => {
  /** Moves the focus to the control, from where it is; returns the key that operates the control. */
  const reach = async (what: Locator): Promise<string> => {
    await what.waitFor();
    await settles(() => what.evaluate(isAwaited), false);
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      await settles(() => page.evaluate(problemOfFocus), '');
      const { key, isThere } = await what.evaluate(wayTo);
      if (isThere) return key;
      await page.keyboard.press(key);
    }
    throw new Error(`no keys lead to ${String(what)}`);
  };
  let hasBegun = false;
  /** On a page that was just loaded nothing has the focus; from then on it is never lost. */
  const goOn = async (): Promise<void> => {
    if (hasBegun) await keepsFocus(page);
    hasBegun = true;
  };
  return {
    press: async (what) => {
      await what.waitFor();
      await goOn();
      const [shortcut] = ((await what.getAttribute('aria-keyshortcuts')) ?? '').split(' ');
      await page.keyboard.press(shortcut ? keysOf(shortcut) : await reach(what));
    },
    choose: async (what, option) => {
      await goOn();
      await reach(what);
      await page.keyboard.type(option);
      await settles(() => what.locator('option:checked').innerText(), option);
    },
    write: async (what, text) => {
      await goOn();
      await reach(what);
      const isTime = (await what.getAttribute('type')) === 'time';
      if (!isTime) await page.keyboard.press('Control+a');
      await page.keyboard.type(isTime ? keysOfTime(text) : text);
      await settles(() => what.inputValue(), text);
    },
  };
};

/** Waits until something has the focus. */
export const keepsFocus = (page: Page): Promise<void> =>
  settles(() => page.evaluate(() => document.activeElement === document.body), false);

/** "Control+Z" is pressed without Shift. */
const keysOf = (shortcut: string): string => shortcut.replace(/[A-Z]$/, (letter) => letter.toLowerCase());

/** A field for a time takes two digits for each part, in the language of the browser, which is English: "23:45" is typed as "1145PM". */
const keysOfTime = (time: string): string =>
  new Date(`2000-01-01T${time}`)
    .toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' })
    .replaceAll(/[^\dAP]/g, '');

/** Runs in the page. Whether the control takes no keys yet. */
function isAwaited(element: Element): boolean {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  return element.matches(':disabled, [inert] *') || (top !== undefined && !top.contains(element));
}

/** Runs in the page. */
function wayTo(element: Element): Way {
  const { activeElement: from } = document;
  const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
  if (element === from) return { key: isBox ? 'Space' : 'Enter', isThere: true };
  if (!from || from === document.body) return { key: 'Tab' };
  const isBefore = (from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
  if (from.matches('.skip') && element.closest('main')) return { key: 'Enter' };
  // Of a group that is one stop of the Tab key, the arrows reach the others.
  const isOfGroup =
    (element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      from instanceof HTMLInputElement &&
      from.name === element.name) ||
    (element.matches('[tabindex="-1"]') && element.parentElement === from.parentElement);
  if (isOfGroup) return { key: isBefore ? 'ArrowUp' : 'ArrowDown' };
  return { key: isBefore ? 'Shift+Tab' : 'Tab' };
}

/** Runs in the page. What keeps a person from seeing where the focus is. */
function problemOfFocus(): string {
  const { activeElement: element } = document;
  // What gets the focus without a key shows none; the browser itself marks its button in a field for a date.
  const isUnmarked = 'body, [tabindex="-1"], :is([type="date"], [type="time"]):not(:focus-visible)';
  if (!element || element.matches(isUnmarked)) return '';
  const marks = (one: Element): boolean => {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
    return opacity !== '0' && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  const name = element.outerHTML.slice(0, 120);
  if (![element, element.parentElement].some((one) => one && marks(one))) return `no mark of the focus: ${name}`;
  const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const met = document.elementFromPoint(x + width / 2, y + height / 2);
  const parts = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])];
  return parts.some((part) => part.contains(met)) ? '' : `covered by ${met?.outerHTML.slice(0, 120)}: ${name}`;
}
