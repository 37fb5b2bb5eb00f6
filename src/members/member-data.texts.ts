import { IDS, NOW } from '../contract/document/examples';
import { one, type RouteTexts, textsOf } from '../contract/document/route-text';
import { MAX_EXPORTED_OF_MEMBER } from '../contract/limits';
import { MEMBER, type MemberView, REMOVED_MEMBER } from '../contract/members/member';
import { MEMBER_EXPORT } from '../contract/members/member-export';
import { MEMBER_EXAMPLE } from './members.texts';

const route = textsOf('Owner: members');

const REMOVED_EXAMPLE: MemberView = {
  ...MEMBER_EXAMPLE,
  name: REMOVED_MEMBER,
  email: null,
  active: false,
  handing_over: 0,
};

export const MEMBER_DATA_TEXTS: RouteTexts = {
  'GET /admin/v1/members/{id}/export': route('Export what is held of a member', {
    description: `Long lists are counted, with their newest ${MAX_EXPORTED_OF_MEMBER} entries. The audit entry is written before the answer is sent.`,
    answers: [
      one(200, 'Everything.', MEMBER_EXPORT, {
        member: MEMBER_EXAMPLE,
        sessions: [],
        sign_in_links: [],
        responsible_for: 12,
        assignments: { count: 0, newest: [] },
        stage_moves: { count: 0, newest: [] },
        activities: { count: 0, newest: [] },
        appointments: { count: 0, newest: [] },
        closings: { count: 0, newest: [] },
        audit_entries: {
          count: 1,
          newest: [
            {
              id: IDS.session,
              at: NOW,
              actor: { type: 'member', id: IDS.otherMember },
              address: '203.0.113.7',
              action: 'session.begun',
              subject: { type: 'session', id: IDS.session },
            },
          ],
        },
        mails: { count: 0, newest: [] },
        rotas: [],
        notifications_read: 3,
      }),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/members/{id}/anonymise': route('Remove name and address of a deactivated member', {
    description: `Leads then show “${REMOVED_MEMBER}”. Mails to the address are deleted. Ids stay, in the audit trail too, and so do names in notes of leads. An active member: 409 \`conflict\`. Again: the same answer.`,
    answers: [one(200, 'The member.', MEMBER, REMOVED_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
};
