import { randomUUID } from 'node:crypto';
import type { OwnerLead } from '../../src/contract/lead';
import { appForAllTests, OPERATOR_TOKEN, RANDOM_ID as ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { ownerCalls } from '../support/owner-calls';
import { phones } from '../support/phones';
import { type Kind, KINDS, ROLE_TABLE, type RoleRow, type Statuses } from '../support/role-table';
import { forAllTests } from '../support/setup';

const test = appForAllTests({ TRUST_PROXY: '1' });
const { begin, join, ownerOf } = memberCalls(test);
const { as, begin: beginOwner, client, linkTo, nextAddress } = ownerCalls(test);
const { mobile } = phones();

type Account = Awaited<ReturnType<typeof accountWith>>;
type Caller = keyof RoleRow;

/** An account with a caller of each role. */
async function accountWith(sellersSee: 'all' | 'own') {
  const partner = await test.partner();
  const owner = await ownerOf(partner);
  await owner.patch('/account', { sellers_see: sellersSee, sellers_export: sellersSee === 'own' });
  const [pipeline] = (await owner.get<{ id: string; stages: { id: string; name: string }[] }[]>('/pipelines')).data;
  const other = { name: 'Outro', stages: [{ name: 'A', is_entry: true }] };
  const added = (await owner.post<{ stages: { id: string }[] }>('/pipelines', other)).data;
  return {
    partner,
    owner,
    manager: await join(partner, 'manager'),
    seller: await join(partner, 'seller'),
    colleague: await join(partner, 'seller'),
    pipelineId: pipeline?.id ?? '',
    stageId: pipeline?.stages[1]?.id ?? '',
    otherStageId: added.stages[0]?.id ?? '',
  };
}

const world = forAllTests(async () => ({
  all: await accountWith('all'),
  own: await accountWith('own'),
  foreign: await accountWith('all'),
}));

/** The account of each caller, and the member who calls; the owner is no member. */
const CALLERS: Record<Caller, () => { of: Account; member?: SignedIn }> = {
  owner: () => ({ of: world.own }),
  manager: () => ({ of: world.own, member: world.own.manager }),
  all: () => ({ of: world.all, member: world.all.seller }),
  own: () => ({ of: world.own, member: world.own.seller }),
  foreign: () => ({ of: world.foreign, member: world.foreign.manager }),
};

/** Leads with which a route is tried; callers who work with everybody's leads are tried with a colleague's only. */
const KINDS_OF: Record<Caller, readonly Kind[]> = {
  owner: ['colleague', 'stranger'],
  manager: ['colleague', 'stranger'],
  all: ['colleague', 'stranger'],
  own: KINDS,
  foreign: ['unassigned'],
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

async function makeThings(account: Account, kind: Kind): Promise<Things> {
  const of = kind === 'stranger' ? world.foreign : account;
  const responsible = { own: of.seller.id, unassigned: null, colleague: of.colleague.id, stranger: null }[kind];
  const phone = mobile();
  const body = { phone, responsible_id: responsible, deals: [{ stage_id: of.stageId }] };
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

const made = new Map<string, Promise<Things>>();

/** The same things for all routes that leave them. */
function thingsOf(account: Account, kind: Kind): Promise<Things> {
  const name = `${account.pipelineId} ${kind}`;
  const known = made.get(name) ?? makeThings(account, kind);
  made.set(name, known);
  return known;
}

const csv = 'telefone\n';

/** Path and body of a call, where they are more than an unknown id and nothing. */
const CALLS: Record<string, (account: Account, things: Things) => [path: string, body?: unknown]> = {
  'PATCH /account': () => ['/account', { site_domains: [] }],
  'POST /saved-views': () => ['/saved-views', { name: randomUUID(), query: { tag: 'x' } }],
  'PATCH /saved-views/{id}': () => [`/saved-views/${ID}`, { name: 'x' }],
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
  'GET /activities/{id}': (_, { activityId }) => [`/activities/${activityId}`],
  'PATCH /activities/{id}': (_, { activityId }) => [`/activities/${activityId}`, { text: 'y' }],
  'DELETE /activities/{id}': (_, { activityId }) => [`/activities/${activityId}`],
  'POST /leads/{id}/deals': ({ otherStageId }, { leadId }) => [`/leads/${leadId}/deals`, { stage_id: otherStageId }],
  'PATCH /deals/{id}': (_, { dealId }) => [`/deals/${dealId}`, { value: 7 }],
  'POST /held-submissions/{id}/apply': () => [`/held-submissions/${ID}/apply`, { new_lead: true }],
  'POST /sources': () => ['/sources', { kind: 'webhook', name: 'x' }],
  'PATCH /sources/{id}': () => [`/sources/${ID}`, { name: 'x' }],
  'GET /deliveries': () => ['/deliveries?result=held'],
  'POST /imports': () => ['/imports', `${csv}${mobile()}\n`],
  'POST /imports/preview': () => ['/imports/preview', `${csv}${mobile()}\n`],
  'POST /imports/{id}/refused.csv': () => [`/imports/${ID}/refused.csv`, csv],
  'POST /leads': () => ['/leads', { phone: mobile() }],
  'POST /bulk-jobs': () => ['/bulk-jobs?tag=nenhum', { add_tags: ['x'] }],
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
  'POST /stages/{id}/move-deals': ({ stageId }) => [`/stages/${ID}/move-deals`, { to_stage_id: stageId }],
  'GET /pipelines/{id}/board': ({ pipelineId }) => [`/pipelines/${pipelineId}/board`],
  'GET /pipelines/{id}/board/totals': ({ pipelineId }) => [`/pipelines/${pipelineId}/board/totals`],
  'POST /pipelines/{id}/stages': ({ pipelineId }) => [`/pipelines/${pipelineId}/stages`, { name: randomUUID() }],
  'PATCH /stages/{id}': ({ stageId }) => [`/stages/${stageId}`, { name: 'x' }],
  'GET /stages/{id}/automations': ({ stageId }) => [`/stages/${stageId}/automations`],
  'POST /stages/{id}/automations': ({ stageId }) => [
    `/stages/${stageId}/automations`,
    { idle_days: 1, action: { type: 'notify' } },
  ],
};

/** What has no second time with the same lead. */
const USES_UP = [
  'DELETE /appointments/{id}',
  'DELETE /activities/{id}',
  'POST /leads/{id}/deals',
  'POST /leads/{id}/erase',
  'POST /people/erase',
];
const ENDS_SESSIONS = ['DELETE /sessions', 'DELETE /sessions/current'];

const isOfLeads = (row: RoleRow): boolean =>
  Object.values(row).some((statuses: Statuses) => typeof statuses !== 'number');

/** Callers whose answer says something: not those that cannot but get the answer of another caller. */
const callersOf = (row: RoleRow): Caller[] =>
  (Object.keys(CALLERS) as Caller[]).filter(
    (caller) =>
      isOfLeads(row) || !(caller === 'all' ? row.all === row.own : caller === 'foreign' && row.foreign === row.manager),
  );

const newSession = async ({ partner }: Account, member: SignedIn | undefined): Promise<HttpClient> =>
  member ? (await begin(partner.accountId, member.id)).api : ownerOf(partner);

async function statusOf(route: string, caller: Caller, kind: Kind | undefined, expected: number): Promise<number> {
  const { of, member } = CALLERS[caller]();
  const account = caller === 'foreign' ? world.own : of;
  const usesUp = expected < 300 && USES_UP.includes(route);
  const things = kind ? await (usesUp ? makeThings : thingsOf)(account, kind) : undefined;
  const [method = '', pattern = ''] = route.split(' ');
  const [path, body] = CALLS[route]?.(account, things as Things) ?? [pattern.replace('{id}', ID)];
  const known = member?.api ?? of.owner;
  const api = ENDS_SESSIONS.includes(route) ? await newSession(of, member) : known;
  const from = typeof body === 'string' ? api.with({ 'Content-Type': 'text/csv' }) : api;
  // A stream of events has no end.
  const answer = await from.send<unknown>(route === 'GET /events' ? 'HEAD' : method, path, body);
  if (route !== 'POST /leads/bulk' || answer.status !== 200) return answer.status;
  const [refused] = (answer.data as { refused: { code: string }[] }).refused;
  return refused?.code === 'not_found' ? 404 : 200;
}

/** What ends sessions is last: it ends the sessions of other tests too. */
const ROWS = Object.entries(ROLE_TABLE).sort(
  ([one], [other]) => Number(ENDS_SESSIONS.includes(one)) - Number(ENDS_SESSIONS.includes(other)),
);

it.each(ROWS)('%s answers each role as the table says', async (route, row) => {
  const answers: Record<string, number> = {};
  const wanted: Record<string, number> = {};
  for (const caller of callersOf(row)) {
    for (const kind of isOfLeads(row) ? KINDS_OF[caller] : [undefined]) {
      const statuses = row[caller];
      const expected = typeof statuses === 'number' ? statuses : (statuses[KINDS.indexOf(kind as Kind)] ?? 0);
      const name = `${caller} ${kind ?? ''}`;
      wanted[name] = expected;
      answers[name] = await statusOf(route, caller, kind, expected);
    }
  }
  expect(answers).toEqual(wanted);
});

const owner = forAllTests(async () => {
  const partner = await test.partner();
  return { accountId: partner.accountId, api: await ownerOf(partner) };
});

const OPERATOR = [
  'POST /accounts',
  'GET /accounts',
  'GET /accounts/{id}',
  'PATCH /accounts/{id}',
  'PUT /accounts/{id}/owner',
  'POST /accounts/{id}/close',
  'POST /accounts/{id}/restore',
  'POST /accounts/{id}/owner-sessions',
  'POST /accounts/{id}/sign-in-links',
  'POST /accounts/{id}/conversations',
  'POST /accounts/{id}/leads',
  'PATCH /accounts/{id}/leads/{id}',
  'PUT /accounts/{id}/deals/{id}/stage',
  'POST /accounts/{id}/appointments',
  'PATCH /accounts/{id}/appointments/{id}',
  'GET /outbox',
  'POST /outbox/{id}/retry',
];
/** Routes without a session. */
const OPEN = ['POST /sign-in-links', 'POST /sign-in-links/look', 'POST /sessions'];

/** Calls it with unknown ids, and with a body that no route accepts. */
const call = (api: HttpClient, route: string) => {
  const [method = '', pattern = ''] = route.split(' ');
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{';
  return api.send(method, pattern.replaceAll('{id}', ID), body);
};

it('these tables have every route', () => {
  interface Router {
    readonly stack: {
      readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
    }[];
  }
  const { router } = test.app.getHttpAdapter().getInstance() as unknown as { router: Router };
  const served = router.stack.flatMap(({ route }) =>
    route?.path.startsWith('/admin/v1/')
      ? Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.slice(9).replaceAll(/:\w+/g, '{id}')}`,
        )
      : [],
  );
  expect([...OPERATOR, ...Object.keys(ROLE_TABLE), ...OPEN].sort()).toEqual(served.sort());
});

describe('a wrong credential', () => {
  const wrong = forAllTests(async () => {
    const partner = await test.partner();
    const account = { id: partner.accountId };
    const ended = as(await beginOwner(account));
    await ended.delete('/sessions/current');
    const deactivated = await join(partner, 'manager');
    await partner.owner.patch(`/members/${deactivated.id}`, { active: false });
    const credentials = {
      'an ended session': ended,
      'a deactivated member': deactivated.api,
      'a partner key': client(partner.key),
      'a made-up token': client('x'.repeat(40)),
      'a link': client(await linkTo(account)),
      'the operator token, one character off': client(`${OPERATOR_TOKEN.slice(0, -1)}X`),
    };
    return { account, credentials: Object.entries(credentials) };
  });

  // Each route without any and with one of the others, in turn.
  it.each([...OPERATOR, ...Object.keys(ROLE_TABLE)].map((route, index) => [route, index] as const))(
    '%s is unauthorized',
    async (route, index) => {
      const [name, other] = wrong.credentials[index % wrong.credentials.length] ?? ['', client('')];
      for (const [caller, api] of [
        ['nobody', client('')],
        [name, other],
      ] as const) {
        const headers = { 'X-Account-Id': wrong.account.id, 'X-Forwarded-For': nextAddress() };
        const answer = await call(api.with(headers), route);
        expect([caller, answer.status, answer.error.code]).toEqual([caller, 401, 'unauthorized']);
      }
    },
  );
});

it.each(OPERATOR)('%s is forbidden for an owner and open for the operator', async (route) => {
  expect((await call(owner.api, route)).error.code).toBe('forbidden');
  expect([401, 403]).not.toContain((await call(test.operator, route)).status);
});

it.each(['GET /account', 'POST /leads', 'DELETE /activities/{id}'])(
  '%s asks the operator for an account, which is X-Account-Id',
  async (route) => {
    const unnamed = await call(test.operator, route);
    expect([unnamed.status, unnamed.fields]).toEqual([422, ['X-Account-Id']]);
    expect((await call(test.operator.with({ 'X-Account-Id': 'nope' }), route)).status).toBe(404);
    expect([401, 403]).not.toContain(
      (await call(test.operator.with({ 'X-Account-Id': owner.accountId }), route)).status,
    );
  },
);

it('an owner cannot name another account in the header', async () => {
  const other = (await test.partner()).accountId;
  const { data } = await owner.api.with({ 'X-Account-Id': other }).get<{ id: string }>('/account');
  expect(data.id).toBe(owner.accountId);
});
