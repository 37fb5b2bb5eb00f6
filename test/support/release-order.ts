const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Whether a release precedes another one; `-dev` names a release before it is made. */
export const isOlder = (one: string, other: string): boolean =>
  BY_NUMBER.compare(one.replace('-dev', ''), other.replace('-dev', '')) < 0;
