import { pathOf } from './router';

/**
 * Keeps where the person is in the console, until after the next sign-in: a sign-in link opens in another tab, or replaces the
 * address.
 */

const KEPT = 'entrada-place';
const ROOT = '#/';

/** A page and at most an id: the browser keeps no other text. */
const KEEPABLE = /^#\/[a-z]*(?:\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;
const PAGE = /^#\/[a-z]*/;

export interface Place {
  readonly hash: string;
  /** Null when nobody was signed in. */
  readonly accountId: string | null;
}

/** Keeps the place in the address, for this tab and for tabs that are opened later. */
export function keepPlace(accountId: string | null): void {
  const hash = placeInAddress() || ROOT;
  if (!KEEPABLE.test(hash)) return;
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify({ hash, accountId }));
}

/** Keeps the place of somebody who must sign in first, unless it is already kept for an account, or is not a place. */
export function keepWantedPlace(): void {
  const hash = placeInAddress();
  if (hash && hash !== ROOT && hash !== kept(sessionStorage)?.hash) keepPlace(null);
}

/** The place without the values after it: a filter may name what the browser is not to keep. */
const placeInAddress = (): string => pathOf(location.hash);

export function forgetPlace(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEPT);
}

/** The place of this tab and that of the tab used last. */
export const keptPlaces = (): readonly Place[] =>
  [kept(sessionStorage), kept(localStorage)].filter((place) => place !== undefined);

/** Goes to where the person was in this account: in this tab, or else in the tab used last. */
export function returnToPlace(accountId: string, places = keptPlaces()): void {
  replacePlace(places.find((place) => isOf(accountId, place))?.hash ?? ROOT);
}

/** When the address has an id of another account, which means nothing in this account, goes to the page without the id. */
export function leaveForeignPlace(accountId: string): void {
  const place = kept(sessionStorage);
  if (place?.hash !== placeInAddress() || isOf(accountId, place)) return;
  replacePlace(PAGE.exec(place.hash)?.[0] ?? ROOT);
}

/** Puts a place into the address, without a trace of the old one. */
export const replacePlace = (hash: string): void => history.replaceState(null, '', hash);

const isOf = (accountId: string, place: Place): boolean => place.accountId === null || place.accountId === accountId;

function kept(storage: Storage): Place | undefined {
  const text = storage.getItem(KEPT);
  const place = text ? (JSON.parse(text) as Place) : undefined;
  return place && KEEPABLE.test(place.hash) ? place : undefined;
}
