import { ACCOUNT_WITH_SETTINGS } from '../../contract/account';
import { ACCOUNT_WITH_SETTINGS_EXAMPLE } from '../../contract/document/examples';
import { one, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { MAX_SITE_DOMAINS } from '../../contract/limits';

const route = textsOf('Owner: account');

export const ACCOUNT_TEXTS: RouteTexts = {
  'GET /admin/v1/account': route('Read the account', {
    answers: [one(200, 'The account.', ACCOUNT_WITH_SETTINGS, ACCOUNT_WITH_SETTINGS_EXAMPLE)],
  }),
  'PATCH /admin/v1/account': route('Change the settings of the account', {
    description:
      `\`site_domains\` is the whole list, with at most ${MAX_SITE_DOMAINS} host names; an empty one turns it off. From the next submission on, a ` +
      'referrer on one of them, or on a subdomain of one, counts as absent: the page before a form is mostly the site’s own. Leads that exist keep their origin.',
    body: { site_domains: ACCOUNT_WITH_SETTINGS_EXAMPLE.site_domains, sellers_see: 'own', sellers_export: false },
    answers: [one(200, 'The account.', ACCOUNT_WITH_SETTINGS, ACCOUNT_WITH_SETTINGS_EXAMPLE)],
  }),
};
