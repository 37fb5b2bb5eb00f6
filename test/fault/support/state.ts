import type { Client, QueryResultRow } from 'pg';
import { WRONG_LIST_ENTRIES } from '../../support/list-entries';

/** State of one account in the database, after everything has ended. */
export interface State {
  readonly conversations: readonly { id: string; phoneKey: string }[];
  readonly leads: readonly {
    id: string;
    conversationId: string;
    copy: number;
    notes: string;
    origin: string;
    updatedAt: string;
  }[];
  readonly deals: readonly { id: string; leadId: string; pipelineId: string }[];
  readonly submissions: readonly { externalId: string | null; conversationId: string; leadId: string }[];
  readonly moves: readonly { dealId: string }[];
  /** Submissions counted against the daily limit, over all days. */
  readonly counted: number;
  /** The highest count of one day. */
  readonly highestDay: number;
  readonly activeKeys: number;
  /** Number of active keys older than the present owner. */
  readonly staleKeys: number;
  readonly keyEvents: number;
  readonly keyNotifications: number;
  /** Number of list entries that are missing or wrong. */
  readonly wrongListEntries: number;
  readonly audit: readonly { action: string; subjectId: string }[];
  /** Actions that must be in the audit trail, as the rows of their subjects show. */
  readonly deeds: readonly { action: string; subjectId: string }[];
}

export async function readState(db: Client, accountId: string): Promise<State> {
  const rows = async <Row extends QueryResultRow>(text: string, values: unknown[] = [accountId]): Promise<Row[]> =>
    (await db.query<Row>(text, values)).rows;
  const [keys] = await rows<Pick<State, 'activeKeys' | 'staleKeys' | 'keyEvents' | 'keyNotifications'>>(
    `select (select count(*)::int from api_keys where account_id = $1 and revoked_at is null) as "activeKeys",
            (select count(*)::int from api_keys k join accounts a on a.id = k.account_id
             where a.id = $1 and k.revoked_at is null and k.created_at < a.owner_since) as "staleKeys",
            (select count(*)::int + count(revoked_at)::int from api_keys where account_id = $1) as "keyEvents",
            (select count(*)::int from notifications where account_id = $1 and type like 'api_key.%') as "keyNotifications"`,
  );
  const [counts] = await rows<Pick<State, 'counted' | 'highestDay'>>(
    `select coalesce(sum(used), 0)::int as counted, coalesce(max(used), 0)::int as "highestDay"
     from daily_submissions where account_id = $1`,
  );
  if (!keys || !counts) throw new Error('an aggregate without a row');
  return {
    conversations: await rows(`select id, phone_key as "phoneKey" from conversations where account_id = $1`),
    leads: await rows(
      `select id, conversation_id as "conversationId", copy, notes, origin,
              to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
       from leads where account_id = $1`,
    ),
    deals: await rows(`select id, lead_id as "leadId", pipeline_id as "pipelineId" from deals where account_id = $1`),
    submissions: await rows(
      `select external_id as "externalId", conversation_id as "conversationId", lead_id as "leadId"
       from submissions where account_id = $1`,
    ),
    // An erasure erases all leads of a conversation, and its entry names one of them.
    audit: await rows(
      `select a.action, coalesce(l.conversation_id, a.subject_id) as "subjectId"
       from audit_entries a
       left join leads l on l.account_id = a.account_id and l.id = a.subject_id and a.action = 'person.erased'
       where a.account_id = $1 and a.subject_id is not null`,
    ),
    deeds: await rows(
      `select distinct 'person.erased' as action, conversation_id as "subjectId" from leads
       where account_id = $1 and erased_at is not null
       union all select 'lead.merged', merged_lead_id from lead_merges where account_id = $1
       union all select 'api_key.created', id from api_keys where account_id = $1
       union all select 'api_key.revoked', id from api_keys where account_id = $1 and revoked_at is not null`,
    ),
    wrongListEntries: (await rows(WRONG_LIST_ENTRIES, [[accountId]])).length,
    moves: await rows(`select deal_id as "dealId" from stage_moves where account_id = $1`),
    ...counts,
    ...keys,
  };
}
