import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { kept } from '../../support/kept';
import { PATIENCE_MS } from '../../support/patience';

const CHROMIUM = '/usr/bin/chromium';

/** Debian's Chromium without a window, one for all files of a worker. The tests need it. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`The browser tests need ${CHROMIUM}: apt-get install chromium`);
  return kept('browser', () =>
    chromium.launch({
      executablePath: CHROMIUM,
      timeout: PATIENCE_MS,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    }),
  );
}

/** Closes what a file opened in the browser. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
