import { prepared, publishing, write } from '../../database/query';

/** How a deal ends, as given by a person; what is absent is taken from the deal, or stays. */
export interface ClosingInput {
  /** Reais; null: unknown. */
  readonly value?: number | null;
  readonly closedAt?: Date;
  readonly reason?: string;
}

// A deal that goes on from won to won, or from lost to lost, keeps what it has. $4: whether a value ($5) is given.
const CLOSE_DEAL = prepared(
  'close_deal',
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select d.account_id, d.id, d.lead_id, d.stage_id, s.is_won,
          case when s.is_won then case when $4 then $5::numeric else d.value end end,
          case when s.is_lost then $6 end, d.created_at, coalesce($7::timestamptz, $3),
          (select l.responsible_id from leads l where l.account_id = $1 and l.id = d.lead_id)
   from deals d
   cross join lateral (select f.* from stages f where f.account_id = $1 and f.id = d.stage_id limit 1) s
   where d.account_id = $1 and d.id = $2 and (s.is_won or s.is_lost)
   on conflict (account_id, deal_id) do update set
     stage_id = excluded.stage_id,
     is_won = excluded.is_won,
     value = case when closings.is_won and excluded.is_won and not $4 then closings.value else excluded.value end,
     reason = case when closings.is_won or excluded.is_won then excluded.reason else coalesce(excluded.reason, closings.reason) end,
     closed_at = case when closings.is_won = excluded.is_won and $7 is null then closings.closed_at else excluded.closed_at end,
     member_id = case when closings.is_won = excluded.is_won then closings.member_id else excluded.member_id end`,
);

/** Writes down how a deal in a won or lost stage ended, at `now` unless given; without effect in another stage. Sent after the move. */
export const closeDeal = (
  accountId: string,
  dealId: string,
  now: Date,
  { value, closedAt, reason }: ClosingInput = {},
) => {
  const amount = typeof value === 'number' ? String(value) : null;
  return publishing(
    write(CLOSE_DEAL, [accountId, dealId, now, value !== undefined, amount, reason ?? null, closedAt ?? null]),
    'deal',
    dealId,
  );
};

const REOPEN_DEAL = prepared('reopen_deal', `delete from closings where account_id = $1 and deal_id = $2`);

/** Forgets how a deal ended that leaves its won or lost stage. */
export const reopenDeal = (accountId: string, dealId: string) => write(REOPEN_DEAL, [accountId, dealId]);
