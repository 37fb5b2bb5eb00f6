import { pathOf } from './router';

/** Saves the location until after the next sign-in, because a sign-in link opens in another tab, or replaces the address. */

const SAVED = 'entrada-place';
const ROOT = '#/';

/** Page with at most an id: the browser keeps no other text. */
const SAVEABLE = /^#\/[a-z]*(?:\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;
const PAGE = /^#\/[a-z]*/;

export interface SavedLocation {
  readonly hash: string;
  /** Null without a session. */
  readonly accountId: string | null;
}

/** Saves the location for this tab and for tabs opened later. */
export function saveLocation(accountId: string | null): void {
  const hash = currentPath() || ROOT;
  if (!SAVEABLE.test(hash)) return;
  for (const storage of [sessionStorage, localStorage]) storage.setItem(SAVED, JSON.stringify({ hash, accountId }));
}

/** Saves the location of a visitor who must sign in first, unless one is saved for an account, or the address has none. */
export function saveRequestedLocation(): void {
  const hash = currentPath();
  if (hash && hash !== ROOT && hash !== read(sessionStorage)?.hash) saveLocation(null);
}

/** Leaves the query out, because a filter may name what the browser must not keep. */
const currentPath = (): string => pathOf(location.hash);

export function clearLocations(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(SAVED);
}

/** Of this tab, and of the tab used last. */
export const savedLocations = (): readonly SavedLocation[] =>
  [read(sessionStorage), read(localStorage)].filter((saved) => saved !== undefined);

/** Restores the location in this account: of this tab, or of the tab used last; else the home page. */
export function restoreLocation(accountId: string, home: string, locations = savedLocations()): void {
  replaceHash(locations.find((saved) => isOf(accountId, saved))?.hash ?? home);
}

/** Leaves an id of another account, and shows the page without it. */
export function leaveForeignLocation(accountId: string): void {
  const saved = read(sessionStorage);
  if (saved?.hash !== currentPath() || isOf(accountId, saved)) return;
  replaceHash(PAGE.exec(saved.hash)?.[0] ?? ROOT);
}

/** Replaces the hash without a history entry. */
export const replaceHash = (hash: string): void => history.replaceState(null, '', hash);

const isOf = (accountId: string, saved: SavedLocation): boolean =>
  saved.accountId === null || saved.accountId === accountId;

function read(storage: Storage): SavedLocation | undefined {
  const text = storage.getItem(SAVED);
  const saved = text ? (JSON.parse(text) as SavedLocation) : undefined;
  return saved && SAVEABLE.test(saved.hash) ? saved : undefined;
}
