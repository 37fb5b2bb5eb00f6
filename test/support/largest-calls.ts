import { LARGEST_LEAD_WRITES } from './largest-lead-writes';
import { LARGEST_READS } from './largest-reads';
import type { LargestCall } from './largest-call';
import { SOURCE_READS, SOURCE_WRITES } from './largest-deliveries';
import { LARGEST_WRITES } from './largest-writes';

/** In this order: what writes comes after what reads, and what makes room before what fills it. */
export const LARGEST_CALLS: readonly LargestCall[] = [
  ...LARGEST_READS,
  ...SOURCE_READS,
  ...LARGEST_LEAD_WRITES,
  ...SOURCE_WRITES,
  ...LARGEST_WRITES,
];

/** Routes without a largest call, and why. */
export const WITHOUT_CALL: Readonly<Record<string, string>> = {
  'GET /health/live': 'asks nothing of the database',
  'GET /health/ready': 'is called all the time by the timing test, and reads nothing of an account',
  'GET /metrics': 'counts of all accounts, each up to a bound; test/operator/alerts',
  'GET /admin/v1/events': 'does not end; test/promises/fair-share and test/long/slow-readers',
  'POST /admin/v1/accounts': 'the account does not exist before; its pipelines are as many as POST /pipelines makes',
  'POST /admin/v1/accounts/{id}/close':
    'writes the row of one account, whatever it has; a second call would be refused everywhere',
  'POST /admin/v1/accounts/{id}/restore': 'the same',
  'POST /admin/v1/sign-in-links': 'answers before anything is read, 20 times an hour for an address',
  'POST /admin/v1/sign-in-links/look': 'reads one link by its token, 10 refusals a minute for an address',
  'POST /admin/v1/sessions': 'reads one link by its token, which works once',
  'GET /admin/v1/me/calendar': 'reads one row of the caller, who must be a member',
  'POST /admin/v1/me/calendar': 'writes one row of the caller, who must be a member',
  'DELETE /admin/v1/me/calendar': 'the same',
  'GET /admin/v1/saved-views': 'reads at most 20 rows of the caller, who must be a member',
  'POST /admin/v1/saved-views': 'reads those, and writes one',
  'PATCH /admin/v1/saved-views/{id}': 'the same',
  'DELETE /admin/v1/saved-views/{id}': 'writes one row of the caller, who must be a member',
  'GET /calendar/{file}':
    'reads up to 12,000 appointments by index, and needs the token of a member; test/owner/calendar',
  'POST /admin/v1/bulk-jobs/{id}/undo': 'writes one row, and reads what GET /admin/v1/bulk-jobs/{id} does',
  'POST /admin/v1/members/{id}/invitation': 'writes one mail of one member, at most every five minutes',
  'POST /admin/v1/members/{id}/link': 'writes one link of a member who never signed in, and ends the earlier ones',
  'DELETE /admin/v1/sessions/current': 'ends one session by its token; the operator has none',
};
