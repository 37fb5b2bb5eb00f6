import { EXPORTED_AUDIT_ENTRY } from '../audit';
import { CHANGED_DEAL } from '../deal';
import { WRITTEN_ACTIVITY } from '../day/activity';
import { OWN_APPOINTMENT } from '../day/appointment';
import {
  COUNT,
  FLAG,
  ID,
  listOf,
  MOMENT,
  MONEY,
  named,
  object,
  type Of,
  oneOf,
  orNull,
  type Shape,
  TEXT,
  described,
} from '../document/shape';
import { MAX_EXPORTED_OF_MEMBER } from '../limits';
import { SAVED_VIEW } from '../saved-view';
import { ASSIGNED_BY, MEMBER } from './member';

/** All of a kind, counted, and the newest. */
const newestOf = <T>(item: Shape<T>) =>
  described(object({ count: COUNT, newest: listOf(item) }), `The newest ${MAX_EXPORTED_OF_MEMBER} at most.`);

/** What an account holds of a member. */
export const MEMBER_EXPORT = named(
  'MemberExport',
  object({
    member: MEMBER,
    sessions: listOf(
      object({ id: ID, device: orNull(TEXT), created_at: MOMENT, last_used_at: MOMENT, expires_at: MOMENT }),
    ),
    sign_in_links: listOf(object({ id: ID, created_at: MOMENT, expires_at: MOMENT, used_at: orNull(MOMENT) })),
    responsible_for: described(COUNT, 'Leads that they look after now.'),
    assignments: described(
      newestOf(
        object({
          id: ID,
          lead_id: ID,
          from_member_id: orNull(ID),
          to_member_id: orNull(ID),
          assigned_by: oneOf(ASSIGNED_BY),
          member_id: described(orNull(ID), 'Who made it, where a member did.'),
          assigned_at: MOMENT,
        }),
      ),
      'Of leads from or to them, or by them.',
    ),
    stage_moves: described(
      newestOf(object({ id: ID, lead_id: ID, deal_id: ID, from_stage_id: ID, to_stage_id: ID, moved_at: MOMENT })),
      'Of deals, by them.',
    ),
    deal_changes: described(newestOf(CHANGED_DEAL), 'Of the value or the end of deals, by them.'),
    activities: described(newestOf(WRITTEN_ACTIVITY), 'What they wrote.'),
    appointments: described(newestOf(OWN_APPOINTMENT), 'Made for them by name.'),
    closings: described(
      newestOf(
        object({
          lead_id: ID,
          deal_id: ID,
          stage_id: ID,
          is_won: FLAG,
          closed_value: orNull(MONEY),
          lost_reason: orNull(TEXT),
          closed_at: orNull(MOMENT),
        }),
      ),
      'Of deals that were won or lost while they looked after the lead.',
    ),
    audit_entries: described(newestOf(EXPORTED_AUDIT_ENTRY), 'What they did, as the audit trail has it.'),
    mails: described(
      newestOf(object({ id: ID, kind: TEXT, created_at: MOMENT, sent_at: orNull(MOMENT) })),
      'To their address, as long as the outbox keeps them.',
    ),
    rotas: listOf(object({ pipeline_id: ID })),
    notifications_read: COUNT,
    saved_views: described(listOf(SAVED_VIEW), 'Until they leave.'),
  }),
);
export type MemberExport = Of<typeof MEMBER_EXPORT>;
