import { useEffect, useMemo, useState } from 'preact/hooks';

/** The place in the console, after the # of the address: its parts between the slashes. */
export type Route = readonly string[];

/** The values after the `?` of a place, such as filters. */
export type PlaceQuery = Readonly<Record<string, string>>;

/** Where the values of a place begin; its length for a place without values. */
const endOfPath = (hash: string): number => (hash.includes('?') ? hash.indexOf('?') : hash.length);

/** A place without its values. */
export const pathOf = (hash: string): string => hash.slice(0, endOfPath(hash));

const routeOf = (path: string): Route =>
  path
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '');

/** Follows the part of the address after the #. */
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

/** Follows the place in the address. */
export function useRoute(): Route {
  const path = pathOf(useHash());
  return useMemo(() => routeOf(path), [path]);
}

/** Follows the values in the address; setting them is a step that Back takes back. */
export function useQuery(): readonly [PlaceQuery, (query: PlaceQuery) => void] {
  const hash = useHash();
  const query = useMemo(() => Object.fromEntries(new URLSearchParams(hash.slice(endOfPath(hash)))), [hash]);
  return [query, (next) => (location.hash = withQuery(pathOf(hash), next))];
}

/** The address of a place with values. */
export function withQuery(place: string, query: PlaceQuery): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${place}?${text}` : place;
}

/** The address of a place. */
export const linkTo = (...route: string[]): string => `#/${route.join('/')}`;

/** Goes to a place. */
export function goTo(...route: string[]): void {
  location.hash = linkTo(...route);
}

/** What to show of a place; absent and empty values are left out. */
export type Shown = Readonly<Record<string, string | undefined>>;

/** The address of a place, with what to show of it: `#/leads?origin=social`. */
export const addressOf = (route: readonly string[], shown: Shown): string =>
  withQuery(
    linkTo(...route),
    Object.fromEntries(Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  );
