import { map } from '../../database/query';
import { readerTogether } from '../../database/combined-queries';
import { findTarget } from '../deals/deals.queries';
import { listHoldingsOfPhone } from '../record/leads.queries';
import { findTags } from '../record/tags/tags.queries';
import { findHeldConflict } from './hold.queries';
import { findUsedToday } from './daily-limit.queries';
import { findLedgerEntry } from './ledger.queries';
import type { Submission } from './submission';

const meetSubmission = readerTogether('meet_submission');

type Asked = Pick<Submission, 'externalId'> & {
  readonly phone: Pick<Submission['phone'], 'key'>;
  readonly deal: Omit<Submission['deal'], 'value'>;
  readonly tags: readonly Pick<Submission['tags'][number], 'key'>[];
};

/** Sent after `lockPhone` and `lockLeadsOfPhone`, as a statement of its own: it must see what was committed during their wait. */
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
