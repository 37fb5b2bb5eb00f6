import type { PersonalTrace } from '../leads/people/personal-traces';
import { leadsOf, timestamp } from '../leads/record/lead.view';

/** Runs for a person's deals. After the leads are erased, runs identify no person. */
export const RUNS_OF_DEALS: PersonalTrace = {
  field: 'automation_runs',
  exported: `array(select json_build_object(
                     'automation_id', r.automation_id, 'deal_id', r.deal_id,
                     'entered_stage_at', ${timestamp('r.entered_stage_at')}, 'ran_at', ${timestamp('r.ran_at')})
                   from automation_runs r
                   where r.account_id = $1
                     and r.deal_id = any(array(select d.id from ${leadsOf('c.id')} l
                                               join deals d on d.account_id = $1 and d.lead_id = l.id))
                   order by r.ran_at, r.automation_id)`,
};
