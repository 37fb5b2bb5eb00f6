import { inOrder, inserted, propertiesOf } from '../../database/columns';
import { prepared, writeRow } from '../../database/query';
import { HeldSubmission } from './held-submission.entity';

const WRITTEN = propertiesOf(HeldSubmission, 'createdAt', 'state', 'resolvedAt');

const INSERT_HELD = prepared(
  'insert_held_submission',
  `insert into held_submissions ${inserted(HeldSubmission, WRITTEN, {
    createdAt: `date_trunc('milliseconds', now())`,
    state: `'held'`,
  })}
   on conflict (account_id, external_id, phone_key) where state <> 'dismissed' and reason = 'external_id_conflict'
     do nothing
   returning id`,
);

/** A submission to be held; with a lead, when that one got everything but the note. */
type NewHeldSubmission = Readonly<Pick<HeldSubmission, Exclude<(typeof WRITTEN)[number], 'accountId'>>>;

/** Returns nothing when the same external_id with the same phone is held already, or was applied. */
export const insertHeldSubmission = (accountId: string, held: NewHeldSubmission) =>
  writeRow<{ id: string }>(INSERT_HELD, inOrder(WRITTEN, { accountId, ...held }));
