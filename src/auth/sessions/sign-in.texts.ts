import { IDS, NOW } from '../../contract/document/examples';
import {
  INVITATION_DAYS,
  LINK_MINUTES,
  MAX_LINK_REQUESTS_PER_CLIENT,
  MAX_REFUSED_LINKS_PER_CLIENT,
  MAX_LINKS_PER_EMAIL,
  MAX_LINKS_PER_EMAIL_AND_CLIENT,
  REMEMBERED_DAYS,
  SESSION_HOURS,
  SESSION_IDLE_HOURS,
} from '../../contract/limits';
import { one, type RouteAnswer, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { LINK_LOOK, NEW_SESSION } from '../../contract/session';
import { RECEIVED } from '../../contract/submission';

const OWN_PAGES =
  'A page of another origin may not call this with its visitor’s browser: 403 `forbidden`, by `Origin` or `Sec-Fetch-Site`.';

const REFUSED = `Of one client address ${MAX_REFUSED_LINKS_PER_CLIENT} refused calls a minute are answered with their reason, looks and sessions together; further ones are 429 \`rate_limited\`. A link that can be used is never refused because of others.`;

export const EXPIRES = '2026-03-03T03:30:00.123Z';

export const begun = (what: string): RouteAnswer =>
  one(
    201,
    what,
    NEW_SESSION,
    { token: 'token-da-sessao', expires_at: EXPIRES },
    { 'Set-Cookie': 'The session, for the console.' },
  );

const route = textsOf('Owner: sign-in');

export const SIGN_IN_TEXTS: RouteTexts = {
  'POST /admin/v1/sign-in-links': route('Ask for a sign-in link by e-mail', {
    description: `The answer is the same whether or not the address is a member’s, and is given before the address is looked up. In an hour at most ${MAX_LINKS_PER_EMAIL_AND_CLIENT} requests of one client address for one e-mail address are mailed, and ${MAX_LINKS_PER_EMAIL} for one e-mail address in all; beyond that the answer is still the same. ${MAX_LINK_REQUESTS_PER_CLIENT} calls an hour per client address. ${OWN_PAGES}`,
    body: { email: 'ana@example.com' },
    answers: [one(202, 'Received.', RECEIVED, { received: true })],
  }),
  'POST /admin/v1/sign-in-links/look': route('See what a sign-in link opens, without using it', {
    description: `A link that is unknown, used or expired, or of a former member, is 401 \`unauthorized\`. ${REFUSED} ${OWN_PAGES}`,
    body: { token: 'token-do-link' },
    answers: [
      one(200, 'The account, and until when the link can be used.', LINK_LOOK, {
        account: { id: IDS.account, name: 'Clínica Sorriso' },
        expires_at: NOW,
      }),
    ],
    errors: ['unauthorized'],
  }),
  'POST /admin/v1/sessions': route('Begin a session with the token of a sign-in link', {
    description: `A link works once, for ${LINK_MINUTES} minutes; the link of an invitation, for ${INVITATION_DAYS} days. The body is sent as \`application/json\`: another type, or none, is 400 \`invalid_json\`. ${REFUSED} ${OWN_PAGES}`,
    body: { token: 'token-do-link', remember: false },
    answers: [
      begun(
        `The session, also as a cookie. It lasts ${SESSION_HOURS} hours at most, and ${SESSION_IDLE_HOURS} hours without use; with \`remember\`, ${REMEMBERED_DAYS} days.`,
      ),
    ],
    errors: ['unauthorized'],
  }),
};
