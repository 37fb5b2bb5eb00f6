import { NOW, OWNER_LEAD_EXAMPLE } from '../contract/document/examples';
import { ACTIVITY_EXAMPLE, APPOINTMENT_EXAMPLE } from '../contract/document/person.example';
import { one, type RouteTexts, textsOf } from '../contract/document/route-text';
import { TODAY } from '../contract/day/today';

const route = textsOf('Owner: people');

const listOf = <Lead>(lead: Lead) => ({ count: 1, is_count_complete: true, leads: [lead] });
const TASK = { ...ACTIVITY_EXAMPLE, type: 'task', reached: null, due_at: NOW } as const;

export const TODAY_TEXTS: RouteTexts = {
  'GET /admin/v1/today': route('Show what is to be done today', {
    description:
      'Brasília days. `responsible` is a member’s id, `me` or `none`. GET /leads with `today` has the whole lists, page by page, and GET /activities/{id} a whole text.',
    answers: [
      one(200, 'The lists of the day.', TODAY, {
        new: listOf(OWNER_LEAD_EXAMPLE),
        due: listOf({ ...OWNER_LEAD_EXAMPLE, tasks: [TASK], tasks_count: 1 }),
        appointments: listOf({ ...OWNER_LEAD_EXAMPLE, appointment: APPOINTMENT_EXAMPLE }),
        idle: listOf({ ...OWNER_LEAD_EXAMPLE, idle_since: NOW }),
      }),
    ],
  }),
};
