import type { DealView, OwnerDeal } from '../../contract/deal';
import { map, planned, prepared, readRow, readRows, publishing, write } from '../../database/query';
import { amountOf, closeDeal, type ClosingInput, endingOf, reopenDeal, restoreClosing } from './closings.queries';
import type { DealRequest, DealState, LastMove, PastStay, TargetPipeline, TargetStage } from './deal-rules';
import type { LeftStay, StageMove } from '../record/deal.entity';
import { DEAL_JSON, leadsOf, OWNER_DEAL_JSON } from '../record/lead.view';
import { findLeadOf, advanced, handled, type LockedLead, touched, changeLead } from '../record/leads.queries';
import { v7 as uuidv7 } from 'uuid';
import { laterThan } from '../record/clock';
import { handleOtherDeals } from '../record/handling.queries';
import { endReturn } from '../record/returns.queries';

const FIND_PIPELINE = prepared(
  'find_target_pipeline',
  `select p.id, e.id as "entryStageId"
   from pipelines p
   left join stages e on e.account_id = $1 and e.pipeline_id = p.id and e.is_entry
   where p.account_id = $1 and (p.id = $2 or ($2 is null and p.is_default))`,
);

export const findTargetPipeline = (accountId: string, id: string | null) =>
  readRow<TargetPipeline>(FIND_PIPELINE, [accountId, id]);

const FIND_STAGE = prepared(
  'find_target_stage',
  `select id, pipeline_id as "pipelineId", is_won as "isWon", is_lost as "isLost" from stages where account_id = $1 and id = $2`,
);

export const findTargetStage = (accountId: string, id: string) => readRow<TargetStage>(FIND_STAGE, [accountId, id]);

export const findTarget = (accountId: string, { pipelineId, stageId }: Omit<DealRequest, 'value'>) =>
  [findTargetPipeline(accountId, pipelineId), stageId ? findTargetStage(accountId, stageId) : undefined] as const;

const INSERT_DEAL = prepared(
  'insert_deal',
  `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, value, entered_stage_at, created_at,
                      conversation_id, conversation_day, shares_conversation, by_person)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, ($10::timestamptz at time zone 'America/Sao_Paulo')::date, false, $11)`,
);

/** A new deal; `value` in reais, rounded to cents by the column, half away from zero. */
export interface NewDeal {
  readonly id: string;
  readonly leadId: string;
  readonly target: {
    readonly pipelineId: string;
    readonly stageId: string;
    /** Whether the stage is for won or lost deals. */
    readonly closes: boolean;
  };
  readonly copy: number;
  readonly value: number | null;
  readonly createdAt: Date;
  readonly conversation: { readonly id: string; readonly createdAt: Date };
  /** Whether a member or the back office makes it. */
  readonly byPerson: boolean;
}

/**
 * Call `markSharedDeals` after it unless the deal is the first of its conversation. One in a won or lost stage is closed at once; its lead
 * has its responsible by then.
 */
export const insertDeal = (accountId: string, deal: NewDeal) => {
  const { id, leadId, target, copy, value, createdAt, conversation, byPerson } = deal;
  const { pipelineId, stageId } = target;
  const ids = [accountId, id, leadId, pipelineId, stageId];
  const values = [...ids, copy, amountOf(value), createdAt, conversation.id, conversation.createdAt, byPerson];
  return [
    publishing(write(INSERT_DEAL, values, 'stage'), 'deal', id),
    target.closes ? closeDeal(accountId, id, createdAt) : undefined,
  ];
};

const MARK_SHARED_DEALS = prepared(
  'mark_shared_deals',
  `update deals d set shares_conversation = true
   from ${leadsOf('$2')} l
   where d.account_id = $1 and d.lead_id = l.id and not d.shares_conversation
     and (select count(*) from ${leadsOf('$2')} o join deals f on f.account_id = $1 and f.lead_id = o.id) > 1`,
);

/** Lets the metrics count a conversation with several deals once (section 4, metrics). */
export const markSharedDeals = (accountId: string, conversationId: string) =>
  write(MARK_SHARED_DEALS, [accountId, conversationId]);

const UNMARK_SHARED_DEALS = prepared(
  'unmark_shared_deals',
  `update deals d set shares_conversation = false
   from ${leadsOf('$2')} l
   where d.account_id = $1 and d.lead_id = l.id and d.shares_conversation
     and (select count(*) from ${leadsOf('$2')} o join deals f on f.account_id = $1 and f.lead_id = o.id) = 1`,
);

/** The reverse, after deals of the conversation have ended. */
export const unmarkSharedDeals = (accountId: string, conversationId: string) =>
  write(UNMARK_SHARED_DEALS, [accountId, conversationId]);

const LIST_DEALS_OF_LEAD = prepared(
  'list_deals_of_lead',
  `select d.id, d.pipeline_id as "pipelineId", d.stage_id as "stageId", d.copy, s.is_won as "isWon", s.is_lost as "isLost",
          ${endingOf('d.id')} as ending
   from deals d
   cross join lateral (select f.is_won, f.is_lost from stages f where f.account_id = $1 and f.id = d.stage_id limit 1) s
   where d.account_id = $1 and d.lead_id = $2`,
);

/** Requires the lock of the lead: no deal changes without it. */
export const listDealsOfLead = (accountId: string, leadId: string) =>
  readRows<DealState>(LIST_DEALS_OF_LEAD, [accountId, leadId]);

const LIST_DEALS_OF_STAGE = planned(
  `select d.id, d.lead_id as "leadId" from deals d where d.account_id = $1 and d.stage_id = $2 order by d.lead_id, d.id limit $3`,
);

export interface DealOfLead {
  readonly id: string;
  readonly leadId: string;
}

export const listDealsOfStage = (accountId: string, stageId: string, count: number) =>
  readRows<DealOfLead>(LIST_DEALS_OF_STAGE, [accountId, stageId, count]);

export const findLeadOfDeal = findLeadOf('find_lead_of_deal', 'deals');

const MOVE_DEAL = prepared(
  'move_deal',
  `update deals set stage_id = $3, entered_stage_at = coalesce($6::timestamptz, greatest($4, entered_stage_at)),
                    handled_at = case when $5 then greatest($4, handled_at) else handled_at end
   where account_id = $1 and id = $2`,
);

/**
 * `byPerson`: the move is a person's work. A second update of the row would lock its stage again, perhaps out of order. `past`: the stay that
 * goes on.
 */
const moveDeal = (
  accountId: string,
  { dealId, toStageId, movedAt }: DealMoveToWrite,
  byPerson: boolean,
  past: PastStay | undefined,
) =>
  publishing(
    write(MOVE_DEAL, [accountId, dealId, toStageId, movedAt, byPerson, past?.enteredAt ?? null], 'stage'),
    'deal',
    dealId,
  );

const INSERT_STAGE_MOVE = prepared(
  'insert_stage_move',
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, key_id, member_id, moved_at, reason,
                            left_stay)
   select d.account_id, $3::uuid, d.lead_id, d.id, d.stage_id, $4::uuid, $5, $6::uuid, $7::uuid, $8::timestamptz, $9,
          json_build_object('entered_at', d.entered_stage_at, 'reason', c.reason, 'closing', case when c.deal_id is not null then
            json_build_object('is_won', c.is_won, 'value', c.value, 'closed_at', c.closed_at, 'member_id', c.member_id) end)
   from deals d
   left join lateral (select e.* from closings e
                      where e.account_id = $1 and e.deal_id = d.id and (e.stage_id = d.stage_id) is true limit 1) c on true
   where d.account_id = $1 and d.id = $2`,
);

/** Sent before the deal and its closing change, because it keeps what the move leaves. */
const insertStageMove = (accountId: string, move: DealMoveToWrite) => {
  const { dealId, toStageId, movedBy, keyId, memberId, movedAt, reason } = move;
  return write(INSERT_STAGE_MOVE, [accountId, dealId, uuidv7(), toStageId, movedBy, keyId, memberId, movedAt, reason]);
};

const FIND_LAST_MOVE = prepared(
  'find_last_move',
  `select m.deal_id as "dealId", m.from_stage_id as "fromStageId", m.to_stage_id as "toStageId", m.moved_at as "movedAt",
          m.left_stay as "leftStay"
   from stage_moves m
   where m.account_id = $1 and m.lead_id = $2 and ($3::uuid is null or m.deal_id = $3)
     and exists (select from deals d where d.account_id = $1 and d.id = m.deal_id)
   order by m.moved_at desc, m.id desc limit 1`,
);

type MoveRow = Readonly<Omit<LastMove, 'left'> & Pick<StageMove, 'leftStay'>>;

/** Finds the last move of the deal, or of any deal of the lead. Requires the lead's lock. */
export const findLastMove = (accountId: string, leadId: string, dealId: string | null) =>
  map(readRow<MoveRow>(FIND_LAST_MOVE, [accountId, leadId, dealId]), (row): LastMove | undefined => {
    if (!row) return undefined;
    const { leftStay, ...move } = row;
    return { ...move, left: leftStay && stayIn(leftStay) };
  });

const stayIn = ({ entered_at, reason, closing }: LeftStay): PastStay => ({
  enteredAt: new Date(entered_at),
  closing: closing && {
    isWon: closing.is_won,
    value: closing.value,
    reason,
    closedAt: new Date(closing.closed_at),
    memberId: closing.member_id,
  },
});

const COMPARE_VALUE = prepared(
  'compare_deal_value',
  `select trim_scale(d.value)::float8 as before, trim_scale($3::numeric(14, 2))::float8 as after
   from deals d where d.account_id = $1 and d.id = $2`,
);

interface ValueChange {
  readonly before: number | null;
  readonly after: number | null;
}

/** The value of a locked deal, and the new one, rounded to cents as the column does. */
export const compareDealValue = (accountId: string, id: string, value: number | null) =>
  map(readRow<ValueChange>(COMPARE_VALUE, [accountId, id, amountOf(value)]), (row) => {
    if (!row) throw new Error('a deal vanished under its lock');
    return row;
  });

const SET_VALUE = prepared('set_deal_value', `update deals set value = $3 where account_id = $1 and id = $2`);

/** Sets the expected value in reais; null: none. Sent by `changeLead`. */
export const setDealValue = (accountId: string, id: string, value: number | null) =>
  publishing(write(SET_VALUE, [accountId, id, amountOf(value)]), 'deal', id);

/** Reads a locked deal in a shape of the API. */
const dealAs = <View>(name: string, json: string) => {
  const statement = prepared(name, `select ${json} as deal from deals d where d.account_id = $1 and d.id = $2`);
  return (accountId: string, id: string) =>
    map(readRow<{ deal: View }>(statement, [accountId, id]), (row) => {
      if (!row) throw new Error('a deal vanished under its lock');
      return row.deal;
    });
};

export const viewDeal = dealAs<DealView>('view_deal', DEAL_JSON);
export const viewOwnerDeal = dealAs<OwnerDeal>('view_owner_deal', OWNER_DEAL_JSON);

export type DealMoveToWrite = Readonly<
  Pick<StageMove, 'dealId' | 'fromStageId' | 'toStageId' | 'movedBy' | 'keyId' | 'memberId' | 'movedAt' | 'reason'>
>;

/** What a deal has in the stage to which it moves. */
interface Arrival {
  /** Whether the stage is for ended deals. */
  readonly closes: boolean;
  readonly closing?: ClosingInput;
  /** The stay that goes on, where a move is undone. */
  readonly past?: PastStay;
}

/** How a move changes the row of its lead: one by an automation, or for the sake of a stage, does not restart the idle time. */
const ROW_CHANGES = { api: touched, staff: handled, automation: advanced, stage: advanced };

/** Returns all statements of a move. */
export function writeMove(
  accountId: string,
  lead: LockedLead,
  move: DealMoveToWrite,
  { closes, closing, past }: Arrival,
) {
  const updatedAt = laterThan(lead.updatedAt, lead.now);
  const { reason, dealId, movedAt } = move;
  const byPerson = move.movedBy === 'staff';
  return changeLead(accountId, lead, updatedAt, ROW_CHANGES[move.movedBy], {
    related: [
      insertStageMove(accountId, move),
      moveDeal(accountId, move, byPerson, past),
      byPerson ? [handleOtherDeals(accountId, lead.id, dealId, movedAt), endReturn(accountId, lead.id)] : undefined,
      past?.closing ? restoreClosing(accountId, dealId, past.closing) : undefined,
      closes && !past?.closing
        ? closeDeal(accountId, dealId, movedAt, { reason: reason ?? undefined, ...closing })
        : undefined,
      // The stage that it leaves may have been for ended deals until now.
      closes ? undefined : reopenDeal(accountId, dealId),
    ],
    left: [move.fromStageId],
  });
}
