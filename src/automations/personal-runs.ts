import { NO_ID } from '../common/input/id.pipe';
import { listInParts, positionValue } from '../database/list-in-parts';
import { CONVERSATION_ID, type PersonalTrace } from '../leads/people/personal-traces';
import { leadsOf, timestamp } from '../leads/record/lead.view';

const POSITION = [
  positionValue(1, 'timestamptz'),
  positionValue(2, 'uuid'),
  positionValue(3, 'uuid'),
  positionValue(4, 'timestamptz'),
].join(', ');

/** Runs for a person's deals. After the leads are erased, runs identify no person. */
export const RUNS_OF_DEALS: PersonalTrace = {
  field: 'automation_runs',
  exported: listInParts({
    rows: `select r.* from automation_runs r
           where r.account_id = $1
             and r.deal_id = any(array(select d.id from ${leadsOf(CONVERSATION_ID)} l
                                       join deals d on d.account_id = $1 and d.lead_id = l.id))
             and (r.ran_at, r.automation_id, r.deal_id, r.entered_stage_at) > (${POSITION})
           order by r.ran_at, r.automation_id, r.deal_id, r.entered_stage_at`,
    position: 'w.ran_at, w.automation_id, w.deal_id, w.entered_stage_at',
    json: `json_build_object(
      'automation_id', w.automation_id, 'deal_id', w.deal_id,
      'entered_stage_at', ${timestamp('w.entered_stage_at')}, 'ran_at', ${timestamp('w.ran_at')})`,
    start: ['-infinity', NO_ID, NO_ID, '-infinity'],
  }),
};
