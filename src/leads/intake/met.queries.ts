import { map } from '../../database/query';
import { readerTogether } from '../../database/read-together';
import { findTarget } from '../deals/deals.queries';
import { listHoldingsOfPhone } from '../record/leads.queries';
import { findTags } from '../record/tags.queries';
import { findHeldConflict } from './hold.queries';
import { findLedgerEntry, findUsedToday } from './ledger.queries';
import type { Submission } from './submission';

const meetSubmission = readerTogether('meet_submission');

/** What of a submission is looked up. */
type Asked = Pick<Submission, 'externalId'> & {
  readonly phone: Pick<Submission['phone'], 'key'>;
  readonly deal: Omit<Submission['deal'], 'value'>;
  readonly tags: readonly Pick<Submission['tags'][number], 'key'>[];
};

/**
 * What a submission meets in its account, apart from the rows that are locked for it; sent after `lockPhone` and `lockLeadsOfPhone`,
 * since a statement of its own sees what was committed while those waited.
 */
export const findMet = (accountId: string, { phone, deal, externalId, tags }: Asked, imported: boolean) =>
  map(
    meetSubmission([
      imported ? undefined : findUsedToday(accountId),
      ...findTarget(accountId, deal),
      externalId ? findLedgerEntry(accountId, externalId, imported) : undefined,
      listHoldingsOfPhone(accountId, phone.key),
      tags.length > 0 ? findTags(accountId, tags) : undefined,
      externalId && !imported ? findHeldConflict(accountId, externalId, phone.key) : undefined,
    ]),
    ([used = 0, pipeline, stage, ledgerEntry, holdings, known = [], heldConflict]) => ({
      used,
      target: [pipeline, stage] as const,
      ledgerEntry,
      holdings,
      tags: known,
      heldConflict,
    }),
  );
