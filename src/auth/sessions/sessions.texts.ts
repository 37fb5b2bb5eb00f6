import { OWN_ACCOUNT } from '../../contract/account';
import { IDS, NOW } from '../../contract/document/examples';
import { NOTHING, page, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { SESSION, type SessionView } from '../../contract/session';
import { begun, EXPIRES } from './sign-in.texts';

const SESSION_EXAMPLE: SessionView = {
  id: IDS.session,
  member: { id: IDS.member, name: 'Ana Souza' },
  device: 'Chrome no Windows',
  remembered: false,
  created_at: NOW,
  last_used_at: NOW,
  expires_at: EXPIRES,
  current: true,
};

const route = textsOf('Owner: sign-in');

export const SESSIONS_TEXTS: RouteTexts = {
  'GET /admin/v1/sessions': route('List the sessions of the account', {
    description:
      'The active ones, newest first: of all members for the owner, one’s own for others. For the operator no session is current.',
    answers: [page(SESSION, SESSION_EXAMPLE)],
  }),
  'DELETE /admin/v1/sessions/current': route('End the session', {
    description: 'The operator has none: 404 `not_found`.',
    answers: [NOTHING],
  }),
  'DELETE /admin/v1/sessions/{id}': route('End a session of the account', {
    description: 'The owner ends anybody’s, others their own.',
    answers: [NOTHING],
  }),
  'DELETE /admin/v1/sessions': route('End all other sessions of the account', {
    description: 'All that the caller may end, but the caller’s own; for the operator, all.',
    answers: [NOTHING],
  }),
  'GET /admin/v1/my-accounts': route('List the accounts of the member', {
    description:
      'All accounts in which the session’s e-mail address is an active member, by name; `current` is the one of this call.',
    answers: [page(OWN_ACCOUNT, { id: IDS.account, name: 'Clínica Sorriso', current: true })],
  }),
  'POST /admin/v1/my-accounts/{id}/switch': route('Go on in another account of the member', {
    description:
      'The session ends, and a session of the other account replaces it, with the same expiry. An account in which the address is no active member is 404 `not_found`. For the operator a session of the usual length begins.',
    answers: [begun('The session of the other account, also as a cookie.')],
  }),
};
