import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { PATIENCE_MS } from '../../support/patience';

const CHROMIUM = '/usr/bin/chromium-headless-shell';

/** Starts Debian's Chromium as the tests need it: without a window, whose own pages take as much time as those under test. */
export async function openBrowser(options: readonly string[] = []): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(`The browser tests need ${CHROMIUM}: apt-get install chromium-headless-shell`);
  return chromium.launch({
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
      ...options,
    ],
  });
}
