import { map, prepared, writeRows } from '../database/query';
import type { TakeOld } from '../common/process/jobs';

const DELETE_SENT_MAILS = prepared(
  'delete_sent_mails',
  `with old as materialized (
     select account_id, id from outbox where account_id = $1 and sent_at <= $2
     order by sent_at limit $3 for update skip locked)
   delete from outbox o using old n where n.account_id = $1 and o.account_id = $1 and o.id between n.id and n.id
   returning o.id`,
);

/** Deletes sent mails. Waiting and failed mails stay, because they can still be sent. */
export const deleteSentMails: TakeOld = (...values) => map(writeRows(DELETE_SENT_MAILS, values), (rows) => rows.length);
