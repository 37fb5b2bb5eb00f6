import type { Explained } from './verdict';

/** Mutants that do the same as the code, so that no test can tell them from it. */
export const EXPLAINED: readonly Explained[] = [];
