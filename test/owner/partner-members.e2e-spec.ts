import type { LeadView } from '../../src/contract/lead';
import { RotaJob } from '../../src/members/rota.job';
import { partnerDocument } from '../../src/reference/partner-document';
import { appForAllTests } from '../support/app';
import { exactDocument } from '../support/document';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { PARTNER_ROUTES } from '../support/partner-routes';
import { forAllTests } from '../support/setup';

/** Fields of members. No answer of any test may have a field that this document does not name. */
const OF_MEMBERS = [
  ...['responsible', 'responsible_id', 'member', 'member_id', 'assigned_by', 'rota', 'hand_over_to', 'handing_over'],
  ...['away_until', 'sellers_see', 'sellers_export', 'remember', 'role', 'may'],
];

const document = exactDocument('http://entrada.test');

/** Every key of a document, at any depth. */
function keysOf(part: unknown, keys = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return keys;
  for (const [key, value] of Object.entries(part)) keysOf(value, keys.add(key));
  return keys;
}

it('the document of partners has no field of members', () => {
  const [all, partners] = [keysOf(document), keysOf(partnerDocument(document))];
  expect(OF_MEMBERS.filter((name) => !all.has(name))).toEqual([]);
  expect(OF_MEMBERS.filter((name) => partners.has(name))).toEqual([]);
});

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { nextPhone } = leadCalls(test, partner);
const { join } = memberCalls(test);
const seller = forAllTests(() => join(partner, 'seller', 'Zuleica Sentinela'));
const stages = forAllTests(() => partner.stages());
let lead: LeadView;

/** A lead that the rota gave to the seller, whose deal the seller moved, in an account whose sellers see only their own. */
beforeAll(async () => {
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  await partner.owner.patch('/account', { sellers_see: 'own' });
  await partner.owner.patch(`/pipelines/${pipeline?.id}`, { rota: [seller.id] });
  const body = { phone: nextPhone.mobile(), deal: { stage_id: stages.Novo } };
  lead = (await partner.api.post<{ lead: LeadView }>('/leads', body)).data.lead;
  await test.app.get(RotaJob).run();
  await seller.api.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stages['Em contato'] });
  const seen = (await seller.api.get<LeadView>(`/leads/${lead.id}`)).data;
  expect(seen).toMatchObject({ responsible: { id: seller.id }, deals: [{ stage_id: stages['Em contato'] }] });
});

const CALLS: Record<string, () => Promise<{ status: number; text: string }>> = {
  'GET /leads': () => partner.api.get('/leads'),
  'GET /leads/{id}': () => partner.api.get(`/leads/${lead.id}`),
  'GET /metrics': () => partner.api.get('/metrics'),
  'GET /pipelines': () => partner.api.get('/pipelines'),
  'PATCH /leads/{id}': () => partner.api.patch(`/leads/${lead.id}`, { notes: 'n' }),
  'POST /leads': () => partner.api.post('/leads', { phone: lead.phone, name: 'Outra' }),
  'POST /leads/lookup': () => partner.api.post('/leads/lookup', { phone: lead.phone }),
  'POST /leads/{id}/stage': () => partner.api.post(`/leads/${lead.id}/stage`, { stage_id: stages.Agendado }),
};

it('every route of partners is called', () => {
  expect(Object.keys(CALLS).sort()).toEqual(PARTNER_ROUTES);
});

it.each(Object.keys(CALLS))('%s tells a partner nothing of who looks after the lead', async (name) => {
  const answer = await CALLS[name]?.();
  expect(answer?.status).toBeLessThan(300);
  for (const secret of [seller.id, seller.name, seller.address, ...OF_MEMBERS.map((field) => `"${field}"`)])
    expect(answer?.text).not.toContain(secret);
});

it.each([
  ['responsible_id', 'POST', '/leads'],
  ['responsible_id', 'PATCH', '/leads/{id}'],
  ['responsible', 'GET', '/leads?responsible=me'],
  ['rota', 'GET', '/pipelines?rota=1'],
])('%s is as unknown as any field in %s %s', async (field, method, path) => {
  const ask = (name: string) => {
    const at = path.replace('{id}', lead.id).replace(`${field}=`, `${name}=`);
    if (method === 'GET') return partner.api.get(at);
    const body = { phone: lead.phone, [name]: seller.id };
    return method === 'POST' ? partner.api.post(at, body) : partner.api.patch(at, body);
  };
  const [known, unknown] = [await ask(field), await ask('anything')];
  const said = ({ status, text }: { status: number; text: string }, name: string) => [
    status,
    text.replaceAll(name, 'x').replace(/"request_id":"[^"]+"/, ''),
  ];
  expect(said(known, field)).toEqual(said(unknown, 'anything'));
});
