import { IDS, NOW } from '../contract/document/examples';
import { one, page, type RouteTexts, textsOf } from '../contract/document/route-text';
import { INVITATION_DAYS, MAX_ACTIVE_MEMBERS, MAX_INVITATIONS_PER_HOUR } from '../contract/limits';
import { ME, MEMBER, type MemberView } from '../contract/members/member';

const route = textsOf('Owner: members');

export const MEMBER_EXAMPLE: MemberView = {
  id: IDS.otherMember,
  name: 'Bruno Lima',
  email: 'bruno@example.com',
  role: 'seller',
  active: true,
  away_until: null,
  created_at: NOW,
  last_seen_at: null,
};

export const MEMBERS_TEXTS: RouteTexts = {
  'GET /admin/v1/me': route('Say who calls, and what the caller may do', {
    description: 'For the operator `member` is null, and `may` has every right.',
    answers: [
      one(200, 'The caller.', ME, {
        member: { id: IDS.otherMember, name: 'Bruno Lima', email: 'bruno@example.com', role: 'seller' },
        account: { id: IDS.account, name: 'Clínica Sorriso' },
        may: ['account', 'leads', 'metrics'],
      }),
    ],
  }),
  'GET /admin/v1/members': route('List the members of the account', {
    description: 'In the order in which they came, former ones too. Sellers see `id`, `name`, `role` and `active`.',
    answers: [page(MEMBER, MEMBER_EXAMPLE)],
  }),
  'POST /admin/v1/members': route('Invite somebody', {
    description: `Mails a sign-in link that is valid for ${INVITATION_DAYS} days; later links come from the sign-in page. The address of a former member makes that member active again. A manager invites sellers. It is 409 \`conflict\` when the address is an active member’s, when the account has ${MAX_ACTIVE_MEMBERS} active members or has sent ${MAX_INVITATIONS_PER_HOUR} invitations in the last hour, and while an instance of release 1.1.0 is connected; \`message\` says which.`,
    body: { name: 'Bruno Lima', email: 'bruno@example.com', role: 'seller' },
    answers: [one(201, 'The member.', MEMBER, MEMBER_EXAMPLE)],
    errors: ['conflict'],
  }),
  'PATCH /admin/v1/members/{id}': route('Change a member', {
    description:
      'With `active: false` the member’s sessions and links end at once, and their leads go to `hand_over_to`, or to nobody, in batches: `handing_over` counts the rest. The owner’s `role` and `active` are 409 `conflict`. A manager changes sellers; everybody changes their own `name` and `away_until`.',
    rules: [
      {
        fields: ['hand_over_to'],
        rule: '`hand_over_to` is only sent with `active: false`, and is another active member.',
      },
    ],
    body: { away_until: '2026-03-20' },
    answers: [one(200, 'The member.', MEMBER, MEMBER_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
};
