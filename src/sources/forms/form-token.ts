import { createHash, randomBytes } from 'node:crypto';
import { readCursor, writeCursor } from '../../common/input/cursor';
import { HOUR_MS, SECOND_MS } from '../../contract/durations';
import { FORM_AGE } from '../../contract/limits';
import type { SourceForm } from '../../contract/source';

/** What a token belongs to: a form as it was shown. */
export interface ShownForm {
  /** Of the account. */
  readonly secret: Buffer;
  readonly sourceId: string;
  readonly form: SourceForm;
}

/** `outdated`: a day old, or of a form that was changed since. */
export type PageState = 'current' | 'too young' | 'outdated';

const listOf = ({ secret, sourceId }: ShownForm) => ({ secret, scope: `form ${sourceId}` });

const versionOf = ({ form }: ShownForm): string =>
  createHash('sha256').update(JSON.stringify(form)).digest().subarray(0, 6).toString('base64url');

/** Signs a page made now. */
export const newToken = (shown: ShownForm, now = Date.now()): string =>
  writeCursor(listOf(shown), [String(now), versionOf(shown), randomBytes(9).toString('base64url')]);

/** Reads the token of a page; undefined for one that the service has not made. */
export function stateOf(shown: ShownForm, token: string, now = Date.now()): PageState | undefined {
  const [madeAt, version] = readCursor(listOf(shown), token) ?? [];
  if (madeAt === undefined) return undefined;
  const age = now - Number(madeAt);
  if (age > FORM_AGE.maxHours * HOUR_MS || version !== versionOf(shown)) return 'outdated';
  return age < FORM_AGE.minSeconds * SECOND_MS ? 'too young' : 'current';
}
