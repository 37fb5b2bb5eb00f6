/** SQL: the value of a lead as a list shows it: the sum of its open deals, without any what was sold; null without either. The account is $1. */
export const leadValue = (lead: string): string => `(
  select case when bool_or(v.is_open) then sum(v.value) filter (where v.is_open) else sum(v.sold) end
  from (select d.value, not (s.is_won or s.is_lost) as is_open, case when s.is_won then
          (select c.value from closings c where c.account_id = $1 and c.deal_id = d.id and (c.stage_id = d.stage_id) is true limit 1)
        end as sold
        from deals d
        cross join lateral (select t.is_won, t.is_lost from stages t where t.account_id = $1 and t.id = d.stage_id limit 1) s
        where d.account_id = $1 and d.lead_id = ${lead}) v)`;
