import { ApiError } from '../../common/api-error';
import { map, prepared, readRow, type Sendable } from '../../database/query';

/** What goes with a change of a lead that is one of many. */
export interface Alongside {
  /** Written with the change, in its transaction and after it. */
  readonly writes: Sendable<'write'>;
  /** The version that the lead has to be of, as `LEAD_VERSION` says it. */
  readonly version?: string;
  /** Whether a job makes the change. */
  readonly isJob?: boolean;
}

/** SQL: a text that is another after every change of the lead `l`, also of what its `updated_at` does not show: who is responsible. */
export const LEAD_VERSION = `concat_ws(' ', extract(epoch from l.updated_at), extract(epoch from l.touched_at),
  (select a.id from lead_assignments a where a.account_id = $1 and a.lead_id = l.id order by a.assigned_at desc, a.id desc limit 1))`;

const FIND_VERSION = prepared(
  'find_lead_version',
  `select ${LEAD_VERSION} as version from leads l where l.account_id = $1 and l.id = $2`,
);

/** Requires the lead's lock. */
export const findVersion = (accountId: string, leadId: string) =>
  map(readRow<{ version: string }>(FIND_VERSION, [accountId, leadId]), (row) => row?.version);

/** Throws `conflict` for a lead that has changed since it was of the version that a change asks for. */
export function expectSame({ version }: Alongside, present: string | undefined): void {
  if (version !== present) throw new ApiError('conflict', { message: 'O lead foi alterado enquanto isso.' });
}
