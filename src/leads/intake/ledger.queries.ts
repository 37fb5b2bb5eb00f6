import type { AlsoSent } from '../../contract/submission';
import { inOrder, inserted, propertiesOf, selection } from '../../database/columns';
import { planned, prepared, readRow, write } from '../../database/query';
import { LedgerEntry } from './submission.entity';

const CLAIMING = ['conversationId', 'leadId', 'pipelineId'] as const satisfies (keyof LedgerEntry)[];

/** The entry that claims an external_id. Old entries have no pipeline. */
export interface ClaimingEntry extends Readonly<Pick<LedgerEntry, (typeof CLAIMING)[number]>> {
  /** Whether it was submitted under this phone, which was corrected since. */
  readonly isCorrected: boolean;
}

/** SQL: a row `s` of the ledger as `ClaimingEntry`, for the digest of a phone. */
export const claimingEntry = (digest: string): string =>
  `${selection(LedgerEntry, 's', CLAIMING)}, coalesce(s.phone_digest = ${digest}, false) as "isCorrected"`;

const FIND_LEDGER_ENTRY = planned(
  `select ${claimingEntry('$4')}
   from submissions s
   where s.account_id = $1 and s.external_id = $2 and s.imported = $3 and s.claims_external_id`,
);

/** Imports have external_ids of their own, so that nobody who knows a file can send one of its rows first. */
export const findLedgerEntry = (accountId: string, externalId: string, imported: boolean, digest: Buffer | null) =>
  readRow<ClaimingEntry>(FIND_LEDGER_ENTRY, [accountId, externalId, imported, digest]);

const WRITTEN = propertiesOf(LedgerEntry, 'createdAt', 'day', 'phoneDigest');

const INSERT_LEDGER_ENTRY = prepared(
  'insert_ledger_entry',
  `insert into submissions ${inserted(LedgerEntry, WRITTEN, { createdAt: `date_trunc('milliseconds', now())` })}`,
);

export type NewLedgerEntry = Readonly<Omit<LedgerEntry, 'accountId' | 'createdAt' | 'day' | 'phoneDigest'>>;

/** Fails with 23505 when another submission has claimed the external_id meanwhile. */
export const insertLedgerEntry = (accountId: string, entry: NewLedgerEntry) =>
  write(INSERT_LEDGER_ENTRY, inOrder(WRITTEN, { accountId, ...entry }), 'external_id');

/** SQL: the first or last day of the account's ledger. With min and max, PostgreSQL would read the whole of a small ledger. */
export const anEndOfDays = (direction: 'asc' | 'desc'): string =>
  `select s.day from submissions s where s.account_id = $1 and s.day is not null order by 1 ${direction} limit 1`;

/**
 * SQL for a from clause: the days of the account's ledger. The entries of a conversation are looked up day by day: an index by conversation
 * alone would touch a cold page at each submission. The days are computed outside the look-up: with a sum in it, PostgreSQL 15
 * and 16 would not use the index under row level security.
 */
export const LEDGER_DAYS = `(select n.day
  from (select (${anEndOfDays('asc')}) as first, (${anEndOfDays('desc')}) as last) d
  cross join lateral (select d.first + n as day from generate_series(0, d.last - d.first) n offset 0) n)`;

/** SQL: the ledger ids of a conversation as an array. */
export const idsOfConversation = (conversationId: string): string => `array(
  select i.id from ${LEDGER_DAYS} n
  cross join lateral (select s.id from submissions s
                      where s.account_id = $1 and s.day = n.day and s.conversation_id = ${conversationId} offset 0) i)`;

/** SQL: updates the ledger rows `s` with these ids, each found by its key (docs/architecture.md, "How it stays fast"). */
export const updateLedger = (ids: string, assignment: string): string => `
  with named as materialized (select $1::uuid as account_id, unnest(${ids}) as id)
  update submissions s set ${assignment} from named n
  where n.account_id = $1 and s.account_id = $1 and s.id between n.id and n.id`;

const SETTLE_LEDGER_ENTRY = prepared(
  'settle_ledger_entry',
  `update submissions
   set lead_id = coalesce(lead_id, $3), conversation_id = coalesce(conversation_id, $4), pipeline_id = coalesce($5, pipeline_id),
       also_sent = coalesce($6, also_sent)
   where account_id = $1 and id = $2`,
);

interface Settlement {
  readonly leadId: string;
  readonly conversationId: string | null;
  /** The pipeline of its deal; null when the deal was decided on arrival. */
  readonly pipelineId: string | null;
  /** What the lead did not take when it was applied; null for nothing. */
  readonly alsoSent: AlsoSent | null;
}

/** Records the result of a held submission, unless most of it was applied on arrival. */
export const settleLedgerEntry = (accountId: string, id: string, to: Settlement) =>
  write(SETTLE_LEDGER_ENTRY, [accountId, id, to.leadId, to.conversationId, to.pipelineId, to.alsoSent]);

const RELEASE_EXTERNAL_ID = prepared(
  'release_external_id',
  `update submissions set claims_external_id = false where account_id = $1 and id = $2`,
);

export const releaseExternalId = (accountId: string, id: string) => write(RELEASE_EXTERNAL_ID, [accountId, id]);
