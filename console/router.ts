import { useEffect, useMemo, useState } from 'preact/hooks';

/** Place in the console, after the # of the address, split at the slashes. */
export type ConsoleRoute = readonly string[];

/** Values after the `?` of a place, such as filters. */
export type PlaceQuery = Readonly<Record<string, string>>;

/** Start of a place's values; its length without values. */
const endOfPath = (hash: string): number => (hash.includes('?') ? hash.indexOf('?') : hash.length);

export const pathOf = (hash: string): string => hash.slice(0, endOfPath(hash));

const routeOf = (path: string): ConsoleRoute =>
  path
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '');

function useHash(): string {
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

/** Follows the values in the address; setting them adds a history entry. */
export function useQuery(): readonly [PlaceQuery, (query: PlaceQuery) => void] {
  const hash = useHash();
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(hash.slice(endOfPath(hash)))), [hash]);
  return [query, (next) => (location.hash = withQuery(pathOf(hash), next))];
}

export function withQuery(place: string, query: PlaceQuery): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${place}?${text}` : place;
}

export const linkTo = (...route: string[]): string => `#/${route.join('/')}`;

export function goTo(...route: string[]): void {
  location.hash = linkTo(...route);
}

/** Values of a place; absent and empty ones are left out. */
export type ShownPage = Readonly<Record<string, string | undefined>>;

/** Address of a place with its values: `#/leads?origin=social`. */
export const addressOf = (route: readonly string[], shown: ShownPage): string =>
  withQuery(
    linkTo(...route),
    Object.fromEntries(Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  );
