import Bowser from 'bowser';
import { MAX_DEVICE } from '../../contract/limits';
import { firstCodePoints } from '../../common/text';

/** Systems that people name by the device. */
const DEVICES: Readonly<Record<string, string>> = {
  iOS: 'iPhone',
  macOS: 'Mac',
  'Chrome OS': 'Chromebook',
};

/** Names that the library finds by its own rules; it takes others from the header as they are. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/** Longest header that is read. */
const MAX_READ = 500;

/** Browser and system of a `User-Agent` in Portuguese words, such as “Chrome no Windows”; null when it names neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  // Stryker disable next-line MethodExpression: it bounds the time only.
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_READ));
  const isTablet = platform.type === 'tablet' && os.name === 'iOS';
  const system = isTablet ? 'iPad' : wordFor(os.name, SYSTEMS);
  const words = [wordFor(browser.name, BROWSERS), system].filter((word) => word !== undefined);
  return words.length === 0 ? null : firstCodePoints(words.join(' no '), MAX_DEVICE);
}

// Stryker disable next-line StringLiteral: no name of the library either.
const wordFor = (name = '', names: ReadonlySet<string>): string | undefined =>
  names.has(name) ? (DEVICES[name] ?? name) : undefined;
