/**
 * Where the person is in the console, kept for after the next sign-in: a link opens in a tab of its own, or replaces
 * the address.
 */

const KEPT = 'entrada-place';
const ROOT = '#/';

/** A page and at most an id: the browser keeps no other text. */
const KEEPABLE = /^#\/[a-z]*(?:\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;
const PAGE = /^#\/[a-z]*/;

interface Place {
  readonly hash: string;
  /** Null where nobody was signed in. */
  readonly accountId: string | null;
}

/** Keeps the place that the address names, for this tab and for those to come. */
export function keepPlace(accountId: string | null): void {
  const hash = location.hash || ROOT;
  if (!KEEPABLE.test(hash)) return;
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify({ hash, accountId }));
}

/** Keeps the place of somebody who must sign in first, unless it is already kept for an account, or is not a place. */
export function keepWantedPlace(): void {
  const { hash } = location;
  if (hash && hash !== ROOT && hash !== kept(sessionStorage)?.hash) keepPlace(null);
}

export function forgetPlace(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEPT);
}

/** Goes to where the person was in this account: in this tab, else in the latest one. */
export function returnToPlace(accountId: string): void {
  const places = [kept(sessionStorage), kept(localStorage)];
  replacePlace(places.find((place) => place && isOf(accountId, place))?.hash ?? ROOT);
}

/** Replaces an id of another account in the address by the page of its kind: the id means nothing in this account. */
export function leaveForeignPlace(accountId: string): void {
  const place = kept(sessionStorage);
  if (place?.hash !== location.hash || isOf(accountId, place)) return;
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
