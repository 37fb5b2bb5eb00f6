import { isSeen, type Viewer, viewerId } from '../accounts/actor';
import { ROWS_BYTES } from '../common/input/paging';
import type { AppointmentView } from '../contract/day/appointment';
import type { OwnerLead } from '../contract/lead';
import { midnight } from '../database/first-id';
import { planned, readRow } from '../database/query';
import type { ResponsibleFilter } from '../auth/access/account-caller';
import { THIS_DAY } from '../leads/record/next-contact';
import { jsonOf, boundedArray } from '../database/sql-json';
import { OWNER_LEAD_JSON, timestamp } from '../leads/record/lead.view';
import { holderOf } from '../leads/activities/appointments.queries';

const APPOINTMENT_JSON = jsonOf<AppointmentView>({
  id: 'a.id',
  lead_id: 'a.lead_id',
  starts_at: timestamp('a.starts_at'),
  minutes: 'a.minutes',
  attended: 'a.attended',
  missed: 'a.missed',
  member_id: 'a.member_id',
  text: 'a.text',
});

/** Appointments of today that are read. */
const MAX_ROWS = 2_000;

const OF_TODAY = `select f.* from appointments f
  where f.account_id = $1 and f.starts_at >= ${midnight(THIS_DAY)} and f.starts_at < ${midnight(`${THIS_DAY} + 1`)}
  order by f.starts_at, f.id`;

/** Each of the five lists of the day has the same room. */
export const DAY_LIST_BYTES = Math.floor(ROWS_BYTES / 5);

const FOUND_JSON = `json_build_object('appointment', (select ${APPOINTMENT_JSON} from (select w.*) a),
  'lead', (select ${OWNER_LEAD_JSON} from leads l where l.account_id = $1 and l.id = w.lead_id))`;

// $2 viewer, $3 who has them, or none, $4 and $5 how many leads to find and to show.
const FIND_APPOINTMENTS = planned(`
  with found as materialized (
    select a.* from (
      select a.*, row_number() over (partition by a.lead_id order by a.attended or a.missed, a.starts_at, a.id) as nth
      from (${OF_TODAY} limit ${MAX_ROWS}) a
      cross join lateral (select f.responsible_id from leads f
                          where f.account_id = $1 and f.id = a.lead_id and f.erased_at is null limit 1) l
      where ${isSeen('l', '$2')} and ($3::text is null or coalesce(${holderOf('l')}::text, 'none') = $3)) a
    where a.nth = 1 order by a.starts_at, a.id limit $4)
  select (select count(*)::int from found) as count,
    exists (${OF_TODAY} offset ${MAX_ROWS} limit 1) as "isCut",
    ${boundedArray('select a.* from found a order by a.starts_at, a.id limit $5', FOUND_JSON, DAY_LIST_BYTES)} as leads`);

interface FoundAppointments {
  readonly count: number;
  readonly isCut: boolean;
  readonly leads: readonly { readonly appointment: AppointmentView; readonly lead: OwnerLead }[];
}

/** Leads with an appointment today, by hour: its next one, or the first where all are over. */
export const findAppointmentsOfToday = (
  accountId: string,
  viewer: Viewer,
  holder: ResponsibleFilter,
  { count, shown }: { readonly count: number; readonly shown: number },
) => readRow<FoundAppointments>(FIND_APPOINTMENTS, [accountId, viewerId(viewer), holder ?? null, count, shown]);
