/** The leads that a route is called about, for the seller who calls: theirs, nobody's, a colleague's, another account's. */
export const KINDS = ['own', 'unassigned', 'colleague', 'stranger'] as const;
export type Kind = (typeof KINDS)[number];

/** One status, or one for each kind of lead. */
export type Statuses = number | readonly [own: number, unassigned: number, colleague: number, stranger: number];

/** What a route answers to each caller; `all` and `own` are sellers by what they see, `foreign` a manager of another account. */
export interface RoleRow {
  readonly owner: Statuses;
  readonly manager: Statuses;
  readonly all: Statuses;
  readonly own: Statuses;
  readonly foreign: Statuses;
}

/** The same for everybody; `foreign` where the path names something of the account. */
const everybody = (status: number, foreign = status): RoleRow => ({
  owner: status,
  manager: status,
  all: status,
  own: status,
  foreign,
});
const leading = (status: number, foreign = status): RoleRow => ({ ...everybody(status, foreign), all: 403, own: 403 });
const owner = (status: number): RoleRow => ({ ...everybody(403), owner: status });

const NONE = [404, 404, 404, 404] as const;
/** A route of a lead that everybody works with. */
const lead = (status: number): RoleRow => {
  const anybodys = [status, status, status, 404] as const;
  const seen = [status, status, 404, 404] as const;
  return { owner: anybodys, manager: anybodys, all: anybodys, own: seen, foreign: NONE };
};
/** What somebody else made with a lead: sellers who see the lead may not change it. */
const ofLeading = (status: number): RoleRow => ({
  ...lead(status),
  all: [403, 403, 403, 404],
  own: [403, 403, 404, 404],
});
const leadOfLeading = (status: number): RoleRow => ({ ...lead(status), all: 403, own: 403 });

/** Every route of the accounts in the admin API. A deactivated member gets 401 everywhere. */
export const ROLE_TABLE: Readonly<Record<string, RoleRow>> = {
  'GET /account': everybody(200),
  'PATCH /account': owner(200),
  'GET /me': everybody(200),
  'GET /me/calendar': everybody(200),
  // Before there is one.
  'DELETE /me/calendar': everybody(404),
  'POST /me/calendar': everybody(201),
  'GET /saved-views': everybody(200),
  'POST /saved-views': everybody(201),
  'PATCH /saved-views/{id}': everybody(404),
  'DELETE /saved-views/{id}': everybody(404),
  'GET /members': everybody(200),
  'POST /members': leading(201),
  'PATCH /members/{id}': everybody(404),
  'POST /members/{id}/invitation': leading(404),
  'POST /members/{id}/link': leading(404),
  'GET /members/{id}/export': owner(404),
  'POST /members/{id}/anonymise': owner(404),
  'GET /api-keys': owner(200),
  'POST /api-keys': owner(201),
  'PATCH /api-keys/{id}': owner(404),
  'DELETE /api-keys/{id}': owner(404),
  'GET /api-keys/{id}/refusals': owner(404),
  'GET /api-keys/{id}/refusal-days': owner(404),
  'POST /api-keys/{id}/replace': owner(404),
  'GET /appointments': everybody(200),
  'POST /appointments': lead(201),
  'PATCH /appointments/{id}': lead(200),
  'DELETE /appointments/{id}': lead(204),
  'GET /tasks': everybody(200),
  'POST /leads/{id}/activities': lead(201),
  'GET /activities/{id}': lead(200),
  // Of the owner: a seller may not change what others wrote.
  'PATCH /activities/{id}': ofLeading(200),
  'DELETE /activities/{id}': ofLeading(204),
  'GET /audit': leading(200),
  'GET /audit/export.csv': leading(200),
  'GET /campaigns': everybody(200),
  'GET /tags': everybody(200),
  'GET /events': everybody(200),
  'GET /held-submissions': leading(200),
  'POST /held-submissions/{id}/apply': leading(404),
  'POST /held-submissions/{id}/dismiss': leading(404),
  'GET /sources': leading(200),
  'POST /sources': leading(201),
  'GET /sources/{id}': leading(404),
  'PATCH /sources/{id}': leading(404),
  'DELETE /sources/{id}': leading(404),
  'POST /sources/{id}/address': leading(404),
  'POST /sources/{id}/test': leading(404),
  'GET /sources/{id}/deliveries': leading(404),
  'GET /deliveries': leading(200),
  'GET /deliveries/{id}': leading(404),
  'POST /deliveries/{id}/read-again': leading(404),
  'POST /deliveries/{id}/dismiss': leading(404),
  'GET /bulk-jobs': everybody(200),
  // Of an empty list.
  'POST /bulk-jobs': everybody(409),
  'GET /bulk-jobs/{id}': everybody(404),
  'POST /bulk-jobs/{id}/undo': everybody(404),
  'GET /imports': leading(200),
  'POST /imports': leading(202),
  'POST /imports/preview': leading(200),
  'GET /imports/{id}': leading(404),
  'POST /imports/{id}/refused.csv': leading(404),
  'GET /leads': everybody(200),
  'POST /leads': everybody(201),
  'GET /leads/count': everybody(200),
  'GET /leads/duplicates': leading(200),
  // In the account whose sellers see all leads, they may not export.
  'GET /leads/export.csv': { ...everybody(200), all: 403 },
  'POST /leads/bulk': lead(200),
  'GET /leads/{id}': lead(200),
  'PATCH /leads/{id}': lead(200),
  'GET /leads/{id}/timeline': lead(200),
  'GET /leads/{id}/export': leadOfLeading(200),
  'POST /leads/{id}/erase': leadOfLeading(200),
  // Into itself.
  'POST /leads/{id}/merge': leadOfLeading(409),
  'PUT /deals/{id}/stage': lead(200),
  'POST /leads/{id}/deals': lead(201),
  'PATCH /deals/{id}': lead(200),
  'GET /today': everybody(200),
  'GET /metrics': everybody(200),
  'GET /metrics/breakdown': everybody(200),
  'GET /my-accounts': everybody(200),
  'POST /my-accounts/{id}/switch': everybody(404),
  'GET /notifications': everybody(200),
  'POST /notifications/read': everybody(204),
  'POST /notifications/{id}/read': lead(200),
  'POST /people/lookup': lead(200),
  'POST /people/export': leadOfLeading(200),
  'POST /people/erase': leadOfLeading(200),
  'GET /pipelines': everybody(200),
  'POST /pipelines': leading(201),
  'PATCH /pipelines/{id}': leading(200, 404),
  'DELETE /pipelines/{id}': leading(404),
  'GET /pipelines/{id}/board': everybody(200, 404),
  'GET /pipelines/{id}/board/totals': everybody(200, 404),
  'POST /pipelines/{id}/stages': leading(201, 404),
  'PATCH /stages/{id}': leading(200, 404),
  'DELETE /stages/{id}': leading(404),
  'POST /stages/{id}/move-deals': leading(404),
  'GET /stages/{id}/automations': everybody(200, 404),
  'POST /stages/{id}/automations': leading(201, 404),
  'DELETE /automations/{id}': leading(404),
  'GET /sessions': everybody(200),
  'DELETE /sessions': everybody(204),
  'DELETE /sessions/current': everybody(204),
  'DELETE /sessions/{id}': everybody(404),
};
