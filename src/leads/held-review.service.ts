import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { loadPage } from '../common/paging';
import { Database } from '../database/database';
import { RACED } from '../database/errors';
import type { Transaction } from '../database/sql';
import { followOriginOfOldestLead, lockConversationOfLead } from './conversations.queries';
import { dealTarget } from './deal-target';
import { findTarget } from './deals.queries';
import { type HeldSubmissionView, listHeldSubmissions, viewHeldSubmission } from './held-submission.view';
import { type LockedHeldSubmission, lockHeldSubmission, resolveHeldSubmission } from './held-submissions.queries';
import { knownLead } from './lead-change';
import { findHoldings, lockLead } from './leads.queries';
import { releaseExternalId, setLedgerLead } from './ledger.queries';
import type { ListHeldQuery } from './list-held.dto';
import { readSubmission } from './submission';
import type { SubmitLeadDto } from './submit-lead.dto';
import { writeLeadChange } from './write-lead-change';

/** A page of held submissions; `nextCursor` is null on the last one. */
export interface HeldPage {
  readonly held: readonly HeldSubmissionView[];
  readonly nextCursor: string | null;
}

/** The owner's decisions on what was held: applied to a lead, or dismissed; each is made once. */
@Injectable()
export class HeldReviewService {
  constructor(private readonly database: Database) {}

  /** Throws 422 for a bad cursor. */
  async list(account: { readonly id: string; readonly cursorSecret: Buffer }, query: ListHeldQuery): Promise<HeldPage> {
    const state = query.state ?? 'held';
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['held_submissions', account.id, state]),
      load: (count, [createdAt, id] = []) => {
        const position = createdAt && id ? { createdAt, id } : undefined;
        return listHeldSubmissions(this.database, account.id, state, count, position);
      },
      positionOf: ({ createdAt, held }) => [createdAt.toISOString(), held.id],
    });
    return { held: rows.map(({ held }) => held), nextCursor };
  }

  /**
   * Does to the lead what POST /leads does to a known one, in the name of the key that sent the submission. It takes
   * nothing from the daily quota: that was done when it came. Throws `not_found`, `conflict` when it was decided already,
   * `notes_full` when the note does not fit, and what the funnel has against its deal part.
   */
  apply(accountId: string, id: string, leadId: string): Promise<HeldSubmissionView> {
    return this.database.transaction(async (tx) => {
      const [conversation, lead, holdings, held] = await tx.all([
        lockConversationOfLead(tx, accountId, leadId),
        lockLead(tx, accountId, leadId),
        findHoldings(tx, accountId, leadId),
        lockHeldSubmission(tx, accountId, id),
      ]);
      if (!held || !conversation || !lead || !holdings) throw new ApiError('not_found');
      const submission = readSubmission(bodyOfUndecided(held));
      const target = dealTarget(submission.deal, ...(await findTarget(tx, accountId, submission.deal)));
      const { keyId, keyName, requestId } = held;
      const arrival = { keyId, keyName, requestId, now: lead.now, today: lead.today };
      const change = knownLead(submission, arrival, conversation, target, lead, holdings);
      if (!change.noteFits) throw new ApiError('notes_full');
      return finish(tx, accountId, id, [
        resolveHeldSubmission(tx, accountId, id, { state: 'applied', at: lead.now, leadId }),
        setLedgerLead(tx, accountId, held.submissionId, leadId),
        writeLeadChange(tx, accountId, change),
        // It may be any lead of the conversation, and the oldest one gives the origin.
        change.newOrigin ? followOriginOfOldestLead(tx, accountId, conversation.id) : undefined,
      ]);
    }, RACED);
  }

  /** Frees the external_id that an ambiguous one claimed. Throws `not_found`, and `conflict` when it was decided already. */
  dismiss(accountId: string, id: string): Promise<HeldSubmissionView> {
    return this.database.transaction(async (tx) => {
      const held = await lockHeldSubmission(tx, accountId, id);
      if (!held) throw new ApiError('not_found');
      bodyOfUndecided(held);
      return finish(tx, accountId, id, [
        resolveHeldSubmission(tx, accountId, id, { state: 'dismissed', at: held.now, leadId: null }),
        held.reason === 'ambiguous_lead' ? releaseExternalId(tx, accountId, held.submissionId) : undefined,
      ]);
    });
  }
}

function bodyOfUndecided({ state, body }: LockedHeldSubmission): SubmitLeadDto {
  if (state !== 'held' || !body) throw new ApiError('conflict');
  return body;
}

async function finish(tx: Transaction, accountId: string, id: string, writes: unknown[]): Promise<HeldSubmissionView> {
  const [, shown] = await tx.commit([tx.all(writes), viewHeldSubmission(tx, accountId, id)]);
  return shown;
}
