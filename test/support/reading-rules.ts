import { dealNames, memberNames } from '../../src/imports/rows/account-names';
import type { ReadingRules } from '../../src/sources/reading/read-person';

/** The rules of a source whose owner said nothing, in an account without pipelines. */
export const NO_RULES: ReadingRules = {
  mapping: [],
  defaults: {},
  memberOf: memberNames([]),
  names: dealNames([]),
  stages: new Map(),
};
