/** Loads a module once for all test files of a worker; the path is relative to `environment.cjs`. */
declare const loadedOnce: (path: string) => unknown;
