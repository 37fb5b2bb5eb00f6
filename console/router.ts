import { useEffect, useMemo, useState } from 'preact/hooks';

/** Path in the console, after the # of the address, split at the slashes. */
export type ConsoleRoute = readonly string[];

/** Values after the `?` of a path, such as filters. */
export type RouteQuery = Readonly<Record<string, string>>;

/** Start of the query; the length of the hash without one. */
const endOfPath = (hash: string): number => (hash.includes('?') ? hash.indexOf('?') : hash.length);

export const pathOf = (hash: string): string => hash.slice(0, endOfPath(hash));

const routeOf = (path: string): ConsoleRoute =>
  path
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '');

/** Follows the address after the `#`. */
export function useHash(): string {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    // It may have changed since it was read.
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return hash;
}

export function useRoute(): ConsoleRoute {
  const path = pathOf(useHash());
  return useMemo(() => routeOf(path), [path]);
}

const queryOf = (hash: string): RouteQuery => Object.fromEntries(new URLSearchParams(hash.slice(endOfPath(hash))));

/** Follows the values in the address. */
export function useQuery(): RouteQuery {
  const hash = useHash();
  return useMemo(() => queryOf(hash), [hash]);
}

/** The values in the present address. Actions read them here, because an address may have changed since the page was drawn. */
export const presentQuery = (): RouteQuery => queryOf(location.hash);

/** Changes values in the present address and keeps the others; empty ones are removed. Adds a history entry. */
export const changeQuery = (changes: ShownPage): void =>
  goTo(addressOf(routeOf(pathOf(location.hash)), { ...presentQuery(), ...changes }));

export function withQuery(path: string, query: RouteQuery): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}

export const linkTo = (...route: string[]): string => `#/${route.join('/')}`;

/** Goes to an address of the console. Pages follow at once: the browser’s own event comes after a click that ends the typing in a field. */
export function goTo(address: string): void {
  location.hash = address;
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Values of a query; absent and empty ones are left out. */
export type ShownPage = Readonly<Record<string, string | undefined>>;

/** Address of a path with its query: `#/leads?origin=social`. */
export const addressOf = (route: readonly string[], shown: ShownPage): string =>
  withQuery(
    linkTo(...route),
    Object.fromEntries(Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  );
