import type { HttpClient } from '../support/http-client';
import type { OwnerLead } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { memberCalls } from '../support/member-calls';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';

const test = appForAllTests();
const { join, ownerOf } = memberCalls(test);
const { mobile } = phones();

/** An account whose sellers see own leads only, with leads of two sellers and of nobody. */
const world = forAllTests(async () => {
  const partner = await test.partner();
  const owner = await ownerOf(partner);
  await owner.patch('/account', { sellers_see: 'own' });
  const [me, colleague] = [await join(partner, 'seller', 'Beto'), await join(partner, 'seller', 'Carla')];
  const lead = async (campaign: string | null, tags: string[], responsible_id: string | null) => {
    const sent = { phone: mobile(), tags, ...(campaign && { attribution: { utm_campaign: campaign } }) };
    const { id } = (await partner.api.post<{ id: string }>('/leads', sent)).data;
    if (responsible_id) await owner.patch<OwnerLead>(`/leads/${id}`, { responsible_id });
    return id;
  };
  await lead('Natal 2026', ['Cliente'], me.id);
  await lead('natal antigo', ['clínica'], colleague.id);
  await lead('Páscoa', ['VIP', 'cliente'], null);
  await lead('NATAL', [], null);
  await lead(null, ['Cancelado'], me.id);
  const erased = await lead('natal de quem saiu', ['cliente que saiu'], me.id);
  await owner.post(`/leads/${erased}/erase`);
  return { partner, owner, me };
});

const names = async (by: HttpClient, path: string): Promise<string[]> =>
  (await by.get<{ name: string }[]>(path)).data.map(({ name }) => name);

it.each([
  ['/tags', ['Cancelado', 'Cliente', 'clínica', 'VIP']],
  ['/tags?q=CLI', ['Cliente']],
  ['/tags?q=cl%C3%AD', ['clínica']],
  ['/tags?q=ente', []],
  ['/campaigns', ['NATAL', 'Natal 2026', 'Páscoa', 'natal antigo']],
  ['/campaigns?q=nat', ['NATAL', 'Natal 2026', 'natal antigo']],
  ['/campaigns?q=%20Natal%20', ['NATAL', 'Natal 2026', 'natal antigo']],
  ['/campaigns?q=2026', []],
])('%s suggests %j', async (path, found) => expect(await names(world.owner, path)).toEqual(found));

it('a seller gets only what the leads have that they see', async () => {
  expect(await names(world.me.api, '/tags?q=c')).toEqual(['Cancelado', 'Cliente']);
  expect(await names(world.me.api, '/campaigns?q=natal')).toEqual(['NATAL', 'Natal 2026']);
});

it('suggests twenty at most, and nothing of another account', async () => {
  const other = await test.partner();
  const owner = await ownerOf(other);
  expect([await names(owner, '/tags'), await names(owner, '/campaigns')]).toEqual([[], []]);
  for (let n = 10; n < 35; n++)
    await other.api.post('/leads', { phone: mobile(), tags: [`t${n}`], attribution: { utm_campaign: `c${n}` } });
  const wanted = (letter: string) => Array.from({ length: 20 }, (_, n) => `${letter}${n + 10}`);
  expect([await names(owner, '/tags'), await names(owner, '/campaigns')]).toEqual([wanted('t'), wanted('c')]);
});

it.each(['', '%20', 'x'.repeat(501)])('refuses the beginning %j', async (q) => {
  for (const path of ['/campaigns', '/tags']) {
    const answer = await world.owner.get(`${path}?q=${q}`);
    expect([answer.status, answer.fields]).toEqual([422, ['q']]);
  }
});
