import { pathOf } from './router';

/** Keeps the place until after the next sign-in, because a sign-in link opens in another tab, or replaces the address. */

const KEPT = 'entrada-place';
const ROOT = '#/';

/** Page with at most an id: the browser keeps no other text. */
const KEEPABLE = /^#\/[a-z]*(?:\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;
const PAGE = /^#\/[a-z]*/;

export interface KeptPlace {
  readonly hash: string;
  /** Null without a session. */
  readonly accountId: string | null;
}

/** Keeps the place in the address, for this tab and for tabs opened later. */
export function keepPlace(accountId: string | null): void {
  const hash = placeInAddress() || ROOT;
  if (!KEEPABLE.test(hash)) return;
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify({ hash, accountId }));
}

/** Keeps the place of a visitor who must sign in first, unless one is kept for an account, or the address has none. */
export function keepWantedPlace(): void {
  const hash = placeInAddress();
  if (hash && hash !== ROOT && hash !== kept(sessionStorage)?.hash) keepPlace(null);
}

/** Place without its values, because a filter may name what the browser must not keep. */
const placeInAddress = (): string => pathOf(location.hash);

export function forgetPlace(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEPT);
}

/** Place of this tab, and of the tab used last. */
export const keptPlaces = (): readonly KeptPlace[] =>
  [kept(sessionStorage), kept(localStorage)].filter((place) => place !== undefined);

/** Restores the place in this account: of this tab, or of the tab used last; else the home page. */
export function returnToPlace(accountId: string, home: string, places = keptPlaces()): void {
  replacePlace(places.find((place) => isOf(accountId, place))?.hash ?? home);
}

/** Leaves an id of another account, and shows the page without it. */
export function leaveForeignPlace(accountId: string): void {
  const place = kept(sessionStorage);
  if (place?.hash !== placeInAddress() || isOf(accountId, place)) return;
  replacePlace(PAGE.exec(place.hash)?.[0] ?? ROOT);
}

/** Replaces the place in the address, without a history entry. */
export const replacePlace = (hash: string): void => history.replaceState(null, '', hash);

const isOf = (accountId: string, place: KeptPlace): boolean =>
  place.accountId === null || place.accountId === accountId;

function kept(storage: Storage): KeptPlace | undefined {
  const text = storage.getItem(KEPT);
  const place = text ? (JSON.parse(text) as KeptPlace) : undefined;
  return place && KEEPABLE.test(place.hash) ? place : undefined;
}
