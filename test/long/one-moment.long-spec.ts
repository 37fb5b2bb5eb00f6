import { appForAllTests } from '../support/app';
import { theContract } from '../support/contract';
import { forAllTests } from '../support/setup';
import { watchTraffic } from '../support/traffic';
import { HttpClient } from '../support/http-client';
import { times } from '../support/race';
import { leadCalls } from '../support/lead-calls';
import { ownerCalls } from '../support/owner-calls';

/** An answer shows the data of a single moment. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { as, begin } = ownerCalls(test);
const owner = forAllTests(async () => as(await begin({ id: partner.accountId })));
const { nextPhone, submit } = leadCalls(test, partner);
let leadId: string;
let pipelineId: string;
let stageId: string;
let importId: string;
let activityId: string;
let sourceId: string;
let deliveryId: string;

const importFile = async (rows: number) => {
  const lines = Array.from({ length: rows }, () => nextPhone.mobile());
  const csv = owner.with({ 'Content-Type': 'text/csv' });
  return (await csv.post<{ id: string }>('/imports', ['phone', ...lines, ''].join('\n'))).data.id;
};

beforeAll(async () => {
  const lead = await submit();
  leadId = lead.id;
  pipelineId = lead.deals[0]?.pipeline_id ?? '';
  stageId = lead.deals[0]?.stage_id ?? '';
  importId = await importFile(1);
  activityId = (await owner.post<{ id: string }>(`/leads/${leadId}/activities`, { type: 'visit' })).data.id;
  sourceId = (await owner.post<{ id: string }>('/sources', { kind: 'webhook', name: 'site' })).data.id;
  deliveryId = (await owner.post<{ id: string }>(`/sources/${sourceId}/test`)).data.id;
  await owner.post(`/stages/${stageId}/automations`, { idle_days: 1, action: { type: 'notify' } });
});

/** One call per route that reads from the database, by its path in the API reference. */
const READS: Record<string, () => Promise<{ status: number }>> = {
  '/api/v1/leads': () => partner.api.get('/leads'),
  '/api/v1/leads/lookup': () => partner.api.post('/leads/lookup', { email: 'nobody@example.com' }),
  '/api/v1/leads/{id}': () => partner.api.get(`/leads/${leadId}`),
  '/api/v1/metrics': () => partner.api.get('/metrics'),
  '/api/v1/pipelines': () => partner.api.get('/pipelines'),
  '/admin/v1/account': () => owner.get('/account'),
  '/admin/v1/notifications': () => owner.get('/notifications'),
  '/admin/v1/appointments': () => owner.get('/appointments'),
  '/admin/v1/activities/{id}': () => owner.get(`/activities/${activityId}`),
  '/admin/v1/today': () => owner.get('/today'),
  '/admin/v1/audit': () => owner.get('/audit'),
  '/admin/v1/audit/export.csv': () => owner.get('/audit/export.csv'),
  '/admin/v1/accounts': () => test.operator.get('/accounts?q=conta'),
  '/admin/v1/accounts/{id}': () => test.operator.get(`/accounts/${partner.accountId}`),
  '/admin/v1/api-keys': () => owner.get('/api-keys'),
  '/admin/v1/api-keys/{id}/refusals': () => owner.get(`/api-keys/${partner.keyId}/refusals`),
  '/admin/v1/api-keys/{id}/refusal-days': () => owner.get(`/api-keys/${partner.keyId}/refusal-days`),
  '/admin/v1/campaigns': () => owner.get('/campaigns?q=a'),
  '/admin/v1/tags': () => owner.get('/tags?q=a'),
  '/admin/v1/deliveries': () => owner.get('/deliveries?result=held'),
  '/admin/v1/deliveries/{id}': () => owner.get(`/deliveries/${deliveryId}`),
  '/admin/v1/sources': () => owner.get('/sources'),
  '/admin/v1/sources/{id}': () => owner.get(`/sources/${sourceId}`),
  '/admin/v1/sources/{id}/deliveries': () => owner.get(`/sources/${sourceId}/deliveries`),
  '/admin/v1/events': () => owner.get('/events'),
  '/admin/v1/held-submissions': () => owner.get('/held-submissions'),
  '/admin/v1/imports': () => owner.get('/imports'),
  '/admin/v1/imports/{id}': () => owner.get(`/imports/${importId}`),
  '/admin/v1/leads': () => owner.get('/leads?order=changed&q=ana&tag=a'),
  '/admin/v1/leads/export.csv': () => owner.get('/leads/export.csv?order=changed&q=ana&tag=a'),
  '/admin/v1/leads/count': () => owner.get('/leads/count?tag=a&origin=organic'),
  '/admin/v1/leads/duplicates': () => owner.get('/leads/duplicates'),
  '/admin/v1/leads/{id}': () => owner.get(`/leads/${leadId}`),
  '/admin/v1/leads/{id}/timeline': () => owner.get(`/leads/${leadId}/timeline`),
  '/admin/v1/leads/{id}/export': () => owner.get(`/leads/${leadId}/export`),
  '/admin/v1/metrics': () => owner.get('/metrics'),
  '/admin/v1/metrics/breakdown': () => owner.get('/metrics/breakdown'),
  '/admin/v1/my-accounts': () => owner.get('/my-accounts'),
  '/admin/v1/me': () => owner.get('/me'),
  '/admin/v1/me/calendar': () => owner.get('/me/calendar'),
  '/admin/v1/members': () => owner.get('/members'),
  '/admin/v1/members/{id}/export': async () => {
    const [member] = (await owner.get<{ id: string }[]>('/members')).data;
    return owner.get(`/members/${member?.id}/export`);
  },
  '/admin/v1/outbox': () => test.operator.get('/outbox?state=pending'),
  '/admin/v1/pipelines': () => owner.get('/pipelines'),
  '/admin/v1/pipelines/{id}/board': () => owner.get(`/pipelines/${pipelineId}/board`),
  '/admin/v1/pipelines/{id}/board/totals': () => owner.get(`/pipelines/${pipelineId}/board/totals?tag=a`),
  '/admin/v1/saved-views': () => owner.get('/saved-views'),
  '/admin/v1/sessions': () => owner.get('/sessions'),
  '/admin/v1/stages/{id}/automations': () => owner.get(`/stages/${stageId}/automations`),
};

/** Statements outside the answer: look-up of the caller, use of a key, audit entries, the account for row level security. */
const OF_CALLER =
  /from api_keys k|from sessions s|insert into api_key_uses|insert into audit_entries|^select set_config/;
const AROUND = /^(begin|commit|set local)/;

it.each(Object.keys(READS))('%s is read in one statement or one snapshot', async (path) => {
  const { statements } = await watchTraffic(async () => void (await READS[path]?.()));
  const own = statements.map(({ text }) => text).filter((text) => !OF_CALLER.test(text));
  if (own[0]?.includes('repeatable read')) return;
  expect(own.filter((text) => !AROUND.test(text)).slice(1)).toEqual([]);
});

it.each<[string, () => [HttpClient, string]]>([
  ['an account', () => [test.operator, `/accounts/${partner.accountId}`]],
  ['a pipeline', () => [owner, `/pipelines/${pipelineId}`]],
  ['a stage', () => [owner, `/stages/${stageId}`]],
])('a change of %s is answered as it was made, whatever others change at the same moment', async (_, target) => {
  const [client, path] = target();
  for (let round = 0; round < 15; round++) {
    const names = times(4, (i) => `${round}.${i}`);
    const answers = await Promise.all(names.map((name) => client.patch<{ name: string }>(path, { name })));
    expect(answers.map(({ data }) => data.name)).toEqual(names);
  }
});

it('the counts of an import and its reported rows agree while it runs', async () => {
  const id = await importFile(60);
  await test.sql(`update imports set leased_until = now() + interval '1 hour' where id = $1`, [id]);
  const refusals = test.sql(
    `do $$ begin for i in 2..61 loop
       update import_rows set result = 'refused', code = 'validation_error', fields = '[]', body = null, phone_key = null
       where account_id = '${partner.accountId}' and import_id = '${id}' and row_number = i;
       commit; perform pg_sleep(0.05);
     end loop; end $$`,
  );
  const reports = [];
  for (let refused = 0; refused < 60; refused = reports.at(-1)?.refused ?? 60) {
    reports.push((await owner.get<{ refused: number; reported_rows: object[] }>(`/imports/${id}?limit=100`)).data);
  }
  await refusals;
  expect(reports.length).toBeGreaterThan(5);
  expect(reports.map((report) => report.reported_rows.length)).toEqual(reports.map(({ refused }) => refused));
});

it('no other route of the API reference reads', () => {
  const others = ['/calendar/{file}', '/health/live', '/health/ready', '/in/{token}', '/metrics'];
  const { paths } = theContract().document;
  const reads = Object.keys(paths).filter((path) => paths[path]?.get);
  expect([...Object.keys(READS), ...others].filter((path) => path !== '/api/v1/leads/lookup').sort()).toEqual(
    reads.sort(),
  );
});
