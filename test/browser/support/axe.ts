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
