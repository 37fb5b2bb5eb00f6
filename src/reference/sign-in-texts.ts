import {
  LINK_MINUTES,
  MAX_LINK_REQUESTS_PER_CLIENT,
  MAX_LINK_USES_PER_CLIENT,
  MAX_LINKS_PER_EMAIL,
  MAX_LINKS_PER_EMAIL_AND_CLIENT,
  SESSION_HOURS,
  SESSION_IDLE_HOURS,
} from '../common/limits';
import { NOTHING, one } from './owner-texts';
import type { Answer, RouteText, RouteTexts } from './routes';
import { IDS, NOW } from './samples';
import { dataOf, listOf, MOMENT, objectOf, ref, TEXT } from './shape';

const OWN_PAGES =
  'A page of another origin may not call this with its visitor’s browser: 403 `forbidden`, by `Origin` or `Sec-Fetch-Site`.';
const USES = `${MAX_LINK_USES_PER_CLIENT} calls a minute per client address, looks and sessions together.`;

const SESSION = {
  id: IDS.session,
  created_at: NOW,
  last_used_at: NOW,
  expires_at: '2026-03-03T03:30:00.123Z',
  current: true,
};

const begun = (what: string): Answer => ({
  status: 201,
  what,
  schema: dataOf(objectOf<{ token: 0; expires_at: 0 }>({ token: TEXT, expires_at: MOMENT })),
  example: { data: { token: 'token-da-sessao', expires_at: SESSION.expires_at } },
  headers: { 'Set-Cookie': 'The session, for the console.' },
});

const route = (summary: string, more: Omit<RouteText, 'tag' | 'summary'>): RouteText => ({
  tag: 'Owner: sign-in',
  summary,
  ...more,
});

const LINKS: RouteTexts = {
  'POST /admin/v1/sign-in-links': route('Ask for a sign-in link by e-mail', {
    description: `The answer is the same whether or not the address is an owner’s, and is given before anybody looks. In an hour at most ${MAX_LINKS_PER_EMAIL_AND_CLIENT} requests of one client address for one e-mail address are mailed, and ${MAX_LINKS_PER_EMAIL} for one e-mail address in all; beyond that the answer is still the same. ${MAX_LINK_REQUESTS_PER_CLIENT} calls an hour per client address. ${OWN_PAGES}`,
    body: { email: 'ana@example.com' },
    answers: [
      {
        status: 202,
        what: 'Received.',
        schema: dataOf(objectOf<{ received: true }>({ received: { const: true } })),
        example: { data: { received: true } },
      },
    ],
  }),
  'POST /admin/v1/sign-in-links/look': route('See what a sign-in link opens, without using it', {
    description: `A link that is unknown, used or expired, or of an earlier owner, is 401 \`unauthorized\`. ${USES} ${OWN_PAGES}`,
    body: { token: 'token-do-link' },
    answers: [
      one(200, 'The account, and until when the link can be used.', 'LinkLook', {
        account: { id: IDS.account, name: 'Clínica Sorriso' },
        expires_at: NOW,
      }),
    ],
    errors: ['unauthorized'],
  }),
  'POST /admin/v1/sessions': route('Begin a session with the token of a sign-in link', {
    description: `A link works once, for ${LINK_MINUTES} minutes. The body is sent as \`application/json\`: another type, or none, is 400 \`invalid_json\`. ${USES} ${OWN_PAGES}`,
    body: { token: 'token-do-link' },
    answers: [
      begun(
        `The session, also as a cookie. It lasts ${SESSION_HOURS} hours at most, and ${SESSION_IDLE_HOURS} hours without use.`,
      ),
    ],
    errors: ['unauthorized'],
  }),
};

const SESSIONS: RouteTexts = {
  'GET /admin/v1/sessions': route('List the sessions of the account', {
    description: 'For the operator none of them is current.',
    answers: [
      {
        status: 200,
        what: 'Those that have not ended, newest first.',
        schema: dataOf(listOf(ref('Session'))),
        example: { data: [SESSION] },
      },
    ],
  }),
  'DELETE /admin/v1/sessions/current': route('End the session', {
    description: 'The operator has none: 404 `not_found`.',
    answers: [NOTHING],
  }),
  'DELETE /admin/v1/sessions/{id}': route('End a session of the account', { answers: [NOTHING] }),
  'DELETE /admin/v1/sessions': route('End all other sessions of the account', {
    description: 'All but the caller’s own; for the operator all.',
    answers: [NOTHING],
  }),
};

const ACCOUNTS: RouteTexts = {
  'GET /admin/v1/my-accounts': route('List the accounts of the owner', {
    description: 'All accounts whose owner has the same e-mail address as this one’s, by name.',
    answers: [
      {
        status: 200,
        what: 'The accounts; `current` is the one of this call.',
        schema: dataOf(listOf(ref('OwnAccount'))),
        example: { data: [{ id: IDS.account, name: 'Clínica Sorriso', current: true }] },
      },
    ],
  }),
  'POST /admin/v1/my-accounts/{id}/switch': route('Go on in another account of the owner', {
    description:
      'The session ends, and one of the other account takes its place, until the same moment. An account that is not the owner’s at this moment is 404 `not_found`. For the operator a session of the usual length begins.',
    answers: [begun('The session of the other account, also as a cookie.')],
  }),
};

/** How account owners come in, see who is in, and go. */
export const SIGN_IN_TEXTS: RouteTexts = { ...LINKS, ...SESSIONS, ...ACCOUNTS };
