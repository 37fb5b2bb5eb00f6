import Bowser from 'bowser';
import { MAX_DEVICE } from '../../contract/limits';
import { firstCodePoints } from '../../common/text';

/** Systems that people name by the device. */
const DEVICES: Readonly<Record<string, string>> = {
  iOS: 'iPhone',
  macOS: 'Mac',
  'Chrome OS': 'Chromebook',
};

/** Longest header that is read. */
const MAX_READ = 500;

/** Browser and system of a `User-Agent` in Portuguese words, such as “Chrome no Windows”; null when it names neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_READ));
  const isTablet = platform.type === 'tablet' && os.name === 'iOS';
  const system = os.name && (isTablet ? 'iPad' : (DEVICES[os.name] ?? os.name));
  const words = [browser.name, system].filter(Boolean).join(' no ');
  return words === '' ? null : firstCodePoints(words, MAX_DEVICE);
}
