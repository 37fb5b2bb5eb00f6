import { randomUUID } from 'node:crypto';
import type { OwnerLead } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID as ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { phones } from '../support/phones';
import { type Kind, KINDS, ROLE_TABLE, type RoleRow } from '../support/role-table';
import { forAllTests } from '../support/setup';

const test = appForAllTests();
const { join, ownerOf } = memberCalls(test);
const { mobile } = phones();

type Account = Awaited<ReturnType<typeof accountWith>>;
type Caller = keyof RoleRow | 'deactivated';

/** An account with a caller of each role. */
async function accountWith(sellersSee: 'all' | 'own') {
  const partner = await test.partner();
  const owner = await ownerOf(partner);
  await owner.patch('/account', { sellers_see: sellersSee, sellers_export: sellersSee === 'own' });
  const [pipeline] = (await owner.get<{ id: string; stages: { id: string; name: string }[] }[]>('/pipelines')).data;
  const other = { name: 'Outro', stages: [{ name: 'A', is_entry: true }] };
  const added = (await owner.post<{ stages: { id: string }[] }>('/pipelines', other)).data;
  const deactivated = await join(partner, 'manager');
  await owner.patch(`/members/${deactivated.id}`, { active: false });
  return {
    partner,
    owner,
    deactivated,
    manager: await join(partner, 'manager'),
    seller: await join(partner, 'seller'),
    colleague: await join(partner, 'seller'),
    pipelineId: pipeline?.id ?? '',
    stageId: pipeline?.stages[1]?.id ?? '',
    otherStageId: added.stages[0]?.id ?? '',
  };
}

const worldOf = async () => ({
  all: await accountWith('all'),
  own: await accountWith('own'),
  foreign: await accountWith('all'),
});
type World = Awaited<ReturnType<typeof worldOf>>;
const world = forAllTests(worldOf);

const CALLERS: Record<Caller, (from: World) => { api: HttpClient; account: Account; member?: SignedIn }> = {
  owner: ({ own }) => ({ api: own.owner, account: own }),
  manager: ({ own }) => ({ api: own.manager.api, account: own, member: own.manager }),
  all: ({ all }) => ({ api: all.seller.api, account: all, member: all.seller }),
  own: ({ own }) => ({ api: own.seller.api, account: own, member: own.seller }),
  foreign: ({ own, foreign }) => ({ api: foreign.manager.api, account: own }),
  deactivated: ({ own }) => ({ api: own.deactivated.api, account: own }),
};

/** What a route needs: a lead of the kind with a deal, an appointment and a notification. */
interface Things {
  readonly leadId: string;
  readonly dealId: string;
  readonly phone: string;
  readonly appointmentId: string;
  readonly activityId: string;
  readonly notificationId: string;
}

async function thingsOf(account: Account, kind: Kind, member: SignedIn | undefined): Promise<Things> {
  const of = kind === 'stranger' ? world.foreign : account;
  const responsible = { own: member?.id, unassigned: null, colleague: account.colleague.id, stranger: null }[kind];
  const phone = mobile();
  const body = { phone, responsible_id: responsible ?? null, deals: [{ stage_id: of.stageId }] };
  const lead = (await of.owner.post<OwnerLead>('/leads', body)).data;
  const at = { lead_id: lead.id, starts_at: '2026-03-01T12:00:00Z', attended: false };
  const appointment = (await of.owner.post<{ id: string }>('/appointments', at)).data;
  const note = { type: 'note', text: 'n' };
  const activity = (await of.owner.post<{ id: string }>(`/leads/${lead.id}/activities`, note)).data;
  const notificationId = randomUUID();
  await of.partner.sql(
    `insert into notifications (account_id, id, type, subject_id, message, lead_id, created_at)
     values ($1, $2, 'automation.notice', $2, 'm', $3, now())`,
    notificationId,
    lead.id,
  );
  const ids = { appointmentId: appointment.id, activityId: activity.id, notificationId };
  return { leadId: lead.id, dealId: lead.deals[0]?.id ?? '', phone, ...ids };
}

const csv = 'telefone\n';

/** Path and body of a call, where they are more than an unknown id and nothing. */
const CALLS: Record<string, (account: Account, things: Things) => [path: string, body?: unknown]> = {
  'PATCH /account': () => ['/account', { site_domains: [] }],
  'POST /members': () => ['/members', { name: 'x', email: `${randomUUID()}@example.com`, role: 'seller' }],
  'PATCH /members/{id}': () => [`/members/${ID}`, { name: 'x' }],
  'POST /api-keys': () => ['/api-keys', { name: 'x', permissions: ['leads:read'] }],
  'PATCH /api-keys/{id}': () => [`/api-keys/${ID}`, { name: 'x' }],
  'POST /api-keys/{id}/replace': () => [`/api-keys/${ID}/replace`, { ends_in_hours: 0 }],
  'POST /appointments': (_, { leadId }) => [
    '/appointments',
    { lead_id: leadId, starts_at: '2026-03-01T12:00:00Z', attended: false },
  ],
  'PATCH /appointments/{id}': (_, { appointmentId }) => [`/appointments/${appointmentId}`, { attended: true }],
  'DELETE /appointments/{id}': (_, { appointmentId }) => [`/appointments/${appointmentId}`],
  'POST /leads/{id}/activities': (_, { leadId }) => [`/leads/${leadId}/activities`, { type: 'note', text: 'x' }],
  'PATCH /activities/{id}': (_, { activityId }) => [`/activities/${activityId}`, { text: 'y' }],
  'DELETE /activities/{id}': (_, { activityId }) => [`/activities/${activityId}`],
  'POST /leads/{id}/deals': ({ otherStageId }, { leadId }) => [`/leads/${leadId}/deals`, { stage_id: otherStageId }],
  'PATCH /deals/{id}': (_, { dealId }) => [`/deals/${dealId}`, { value: 7 }],
  'POST /held-submissions/{id}/apply': () => [`/held-submissions/${ID}/apply`, { new_lead: true }],
  'POST /imports': () => ['/imports', `${csv}${mobile()}\n`],
  'POST /imports/preview': () => ['/imports/preview', `${csv}${mobile()}\n`],
  'POST /imports/{id}/refused.csv': () => [`/imports/${ID}/refused.csv`, csv],
  'POST /leads': () => ['/leads', { phone: mobile() }],
  'POST /leads/bulk': (_, { leadId }) => ['/leads/bulk', { lead_ids: [leadId], add_tags: ['x'] }],
  'GET /leads/{id}': (_, { leadId }) => [`/leads/${leadId}`],
  'PATCH /leads/{id}': (_, { leadId }) => [`/leads/${leadId}`, { name: 'x' }],
  'GET /leads/{id}/timeline': (_, { leadId }) => [`/leads/${leadId}/timeline`],
  'GET /leads/{id}/export': (_, { leadId }) => [`/leads/${leadId}/export`],
  'POST /leads/{id}/erase': (_, { leadId }) => [`/leads/${leadId}/erase`],
  'POST /leads/{id}/merge': (_, { leadId }) => [`/leads/${leadId}/merge`, { into: leadId }],
  'PUT /deals/{id}/stage': ({ stageId }, { dealId }) => [`/deals/${dealId}/stage`, { stage_id: stageId }],
  'GET /metrics/breakdown': () => ['/metrics/breakdown'],
  'POST /notifications/{id}/read': (_, { notificationId }) => [`/notifications/${notificationId}/read`],
  'POST /people/lookup': (_, { phone }) => ['/people/lookup', { phone }],
  'POST /people/export': (_, { phone }) => ['/people/export', { phone }],
  'POST /people/erase': (_, { phone }) => ['/people/erase', { phone }],
  'POST /pipelines': () => ['/pipelines', { name: 'x', stages: [{ name: 'y' }] }],
  'PATCH /pipelines/{id}': ({ pipelineId }) => [`/pipelines/${pipelineId}`, { name: 'x' }],
  'GET /pipelines/{id}/board': ({ pipelineId }) => [`/pipelines/${pipelineId}/board`],
  'POST /pipelines/{id}/stages': ({ pipelineId }) => [`/pipelines/${pipelineId}/stages`, { name: randomUUID() }],
  'PATCH /stages/{id}': ({ stageId }) => [`/stages/${stageId}`, { name: 'x' }],
  'GET /stages/{id}/automations': ({ stageId }) => [`/stages/${stageId}/automations`],
  'POST /stages/{id}/automations': ({ stageId }) => [
    `/stages/${stageId}/automations`,
    { idle_days: 1, action: { type: 'notify' } },
  ],
};

/** Ends sessions, so that it needs callers of its own. */
const ENDS_SESSIONS = ['DELETE /sessions', 'DELETE /sessions/current'];

async function statusOf(route: string, caller: Caller, kind: Kind | undefined, from: World): Promise<number> {
  const { api, account, member } = CALLERS[caller](from);
  const things = kind ? await thingsOf(account, kind, member) : undefined;
  const [method = '', pattern = ''] = route.split(' ');
  const [path, body] = CALLS[route]?.(account, things as Things) ?? [pattern.replace('{id}', ID)];
  const client = typeof body === 'string' ? api.with({ 'Content-Type': 'text/csv' }) : api;
  // A stream of events has no end.
  const answer = await client.send<unknown>(route === 'GET /events' ? 'HEAD' : method, path, body);
  if (route !== 'POST /leads/bulk' || answer.status !== 200) return answer.status;
  const [refused] = (answer.data as { refused: { code: string }[] }).refused;
  return refused?.code === 'not_found' ? 404 : 200;
}

it.each(Object.entries(ROLE_TABLE))('%s answers each role as the table says', async (route, row) => {
  const from = ENDS_SESSIONS.includes(route) ? await worldOf() : world;
  const answers: Record<string, unknown> = {};
  const expected: Record<string, unknown> = { ...row, deactivated: 401 };
  const isOfLeads = Object.values(row).some((statuses) => typeof statuses !== 'number');
  for (const caller of ['own', 'all', 'manager', 'foreign', 'deactivated', 'owner'] as const) {
    const statuses: number[] = [];
    for (const kind of isOfLeads ? KINDS : [undefined]) statuses.push(await statusOf(route, caller, kind, from));
    const isList = Array.isArray(expected[caller]);
    const isUniform = statuses.every((status) => status === statuses[0]);
    answers[caller] = !isList && isUniform ? statuses[0] : statuses;
  }
  // The lead of a stranger is the foreign manager's own.
  if (Array.isArray(expected.foreign)) (answers.foreign as number[])[3] = 404;
  expect(answers).toEqual(expected);
});

it('has a row for every route of an account', () => {
  interface Router {
    readonly stack: {
      readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
    }[];
  }
  const { router } = test.app.getHttpAdapter().getInstance() as unknown as { router: Router };
  const isOfAccount = (path: string): boolean =>
    path.startsWith('/admin/v1/') && !/^\/admin\/v1\/(accounts|outbox|sign-in-links)\b/.test(path);
  const served = router.stack.flatMap(({ route }) =>
    route && isOfAccount(route.path)
      ? Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.slice(9).replace(/:\w+/g, '{id}')}`,
        )
      : [],
  );
  expect(Object.keys(ROLE_TABLE).sort()).toEqual(served.filter((route) => route !== 'POST /sessions').sort());
});
