import { useEffect, useMemo, useState } from 'preact/hooks';

/** The place in the console, after the # of the address: its parts between the slashes. */
export type Route = readonly string[];

const routeOf = (hash: string): Route =>
  hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '');

/** Follows the address. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    // It may have changed since it was read.
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return useMemo(() => routeOf(hash), [hash]);
}

/** The address of a place. */
export const linkTo = (...route: string[]): string => `#/${route.join('/')}`;

/** Goes to a place. */
export function goTo(...route: string[]): void {
  location.hash = linkTo(...route);
}
