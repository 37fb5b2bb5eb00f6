import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: { runOnly?: readonly string[]; resultTypes: readonly string[] }): Promise<AxeResults>;
}

/** Returns axe's violations, of all rules or of those named. */
export async function violationsOf(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  // To read axe, and to describe every element that passes, take longer than the check itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
  const { violations } = await page.evaluate((given) => (window as unknown as { axe: Axe }).axe.run(given), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Returns axe's violations, words broken across lines, and whether the page is wider than the window. */
export async function problemsOf(page: Page): Promise<string[]> {
  const found = await violationsOf(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const broken = (await page.evaluate(brokenWords)).map((word) => `broken word: ${word}`);
  return [...found, ...broken, ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
}

/** Returns the same, with targets that are too small and rows with more than one filled button. */
export async function allProblemsOf(page: Page): Promise<string[]> {
  const found = await problemsOf(page);
  const small = (await page.evaluate(smallTargets)).map((target) => `small target: ${target}`);
  const filled = (await page.evaluate(crowdedRows)).map((buttons) => `filled buttons in one row: ${buttons}`);
  return [...found, ...small, ...filled];
}

/**
 * Runs in the page. Finds targets that take a click on less than 24 px, or 44 px for fingers, in one direction. A link in a sentence may
 * be as small as its line. What an open menu covers is left out.
 */
function smallTargets(): string[] {
  const least = matchMedia('(pointer: coarse)').matches ? 44 : 24;
  const steps = [...Array(least).keys()].map((step) => step + 1);
  const [left, top] = [scrollX, scrollY];
  /** The label of a box belongs to its target. */
  const partsOf = (element: Element): Element[] => {
    const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
    return [element, ...(isBox ? (element.labels ?? []) : [])];
  };
  const sizeOf = (element: Element): readonly [number, number] => {
    const parts = partsOf(element);
    const widest = parts.at(-1) ?? element;
    widest.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = widest.getClientRects()[0] ?? widest.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isCovered = !parts.some((part) => part.contains(document.elementFromPoint(x, y)));
    if (isCovered) return [least, least];
    const reach = (toX: number, toY: number): number => {
      const end = steps.findIndex((step) => {
        const hit = document.elementFromPoint(x + toX * step, y + toY * step);
        return !parts.some((part) => part.contains(hit));
      });
      return end < 0 ? least : end;
    };
    return [1 + reach(-1, 0) + reach(1, 0), 1 + reach(0, -1) + reach(0, 1)];
  };
  const isInText = (element: Element): boolean =>
    element.matches('p a, dd a, .hint a, li > a') && getComputedStyle(element).display === 'inline';
  const hidden = '.visually-hidden, .visually-hidden *, .skip, :disabled';
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const small = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(hidden) || isInText(element))
      return [];
    const size = sizeOf(element);
    return Math.min(...size) < least ? [`${element.outerHTML.slice(0, 120)} ${size.join(' × ')}`] : [];
  });
  scrollTo({ left, top, behavior: 'instant' });
  return small;
}

/** Runs in the page. Finds rows and groups of actions with more than one filled button. */
function crowdedRows(): string[] {
  const rows = new Map<Element | null, string[]>();
  for (const button of document.querySelectorAll('.button.primary')) {
    if (!button.checkVisibility()) continue;
    const row = button.closest('dialog, tr, li, .actions, .page-head, .card-head');
    rows.set(row, [...(rows.get(row) ?? []), button.textContent]);
  }
  return [...rows].flatMap(([row, names]) => (row && names.length > 1 ? [names.join(', ')] : []));
}

/** Runs in the page. Finds broken words of up to twenty letters. Codes and addresses may be broken. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const word of (text.textContent ?? '').matchAll(/(?<=^|\s)\p{L}{2,20}(?=$|[\s,.:;?!])/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1 && !text.parentElement?.closest('.visually-hidden')) broken.push(word[0]);
    }
  }
  return broken;
}
