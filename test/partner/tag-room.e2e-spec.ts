import type { LeadView } from '../../src/contract/lead';
import type { Submitted } from '../../src/contract/submission';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { tally, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { giveManyTags } from '../support/many-tags';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, submit, read, pair, merge, count } = leadCalls(test, partner);

/** Makes a lead with this many tags, t001 and so on. */
async function leadWith(tags: number): Promise<LeadView> {
  const lead = await submit();
  await giveManyTags(partner, lead.id, tags);
  return lead;
}

const tagsOf = async (id: string) => (await read(id)).tags;
const FULL = { code: 'tags_full', field: 'tags', message: expect.any(String) as string };

describe('POST /leads', () => {
  const send = (phone: string, tags: string[], from = partner.api) =>
    from.post<Submitted['data']>('/leads', { phone, tags });
  const warnings = (text: string) => (JSON.parse(text) as Submitted).warnings;

  it('gives a lead at most 100 tags: of those it lacks, the last ones that were sent are left out, with a warning', async () => {
    const { id, phone } = await leadWith(97);
    const answer = await send(phone, ['z', 'T001', 'y', 'a', 'b']);
    expect([answer.status, warnings(answer.text)]).toEqual([200, [FULL]]);
    const tags = await tagsOf(id);
    expect([tags.length, ...tags.slice(0, 1), ...tags.slice(-2)]).toEqual([100, 'a', 'y', 'z']);
    expect(answer.data.lead.tags).toEqual(tags);
    expect(await count('tags', `key = 'b'`)).toBe(0);
  });

  it('changes nothing when there is room for none of them, and takes everything else', async () => {
    const { id, phone } = await leadWith(100);
    const before = await read(id);
    const only = await send(phone, ['b', 'a']);
    expect([warnings(only.text), only.data.lead]).toEqual([[FULL], before]);
    const named = await partner.api.post<Submitted['data']>('/leads', { phone, tags: ['a'], name: 'Ana', notes: 'x' });
    expect([warnings(named.text), named.data.lead.name, named.data.lead.tags.length]).toEqual([[FULL], 'Ana', 100]);
    expect(warnings((await send(phone, ['t001', 'T100'])).text)).toBeUndefined();
    expect(await count('tags', `key in ('a', 'b')`)).toBe(0);
  });

  it('leaves them out silently for a key that may not read, and holds nothing', async () => {
    const { id, phone } = await leadWith(99);
    const blind = await partner.withKey('leads:write');
    const answers = [await send(phone, ['b', 'a'], blind), await send(nextPhone.mobile(), ['b'], blind)];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([202, '{"data":{"received":true}}']),
    );
    expect([(await tagsOf(id))[0], await count('held_submissions')]).toEqual(['b', 0]);
  });

  it('16 at once bring a lead to 100 tags and no further', async () => {
    const { id, phone } = await leadWith(92);
    const answers = await Promise.all(times(16, (i) => send(phone, [`n${i}`])));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 16 });
    expect(answers.filter(({ text }) => warnings(text)).length).toBe(8);
    expect([(await tagsOf(id)).length, await count('tags', `key like 'n%'`)]).toEqual([100, 8]);
  });
});

describe('PATCH /leads/{id}', () => {
  const patch = (id: string, body: object, from = partner.api) =>
    from.patch<{ updated: boolean }>(`/leads/${id}`, body);

  it('is 422 on add_tags when a tag has no room, and changes nothing; what is removed makes room first', async () => {
    const { id } = await leadWith(100);
    const before = await read(id);
    const refused = await patch(id, { add_tags: ['a', 'b'], remove_tags: ['t001'], name: 'Ana', notes: 'x' });
    expect([refused.status, refused.error.code, refused.fields]).toEqual([422, 'validation_error', ['add_tags']]);
    expect([await read(id), await count('tags', `key in ('a', 'b')`)]).toEqual([before, 0]);
    expect((await patch(id, { add_tags: ['a', 'T002'], remove_tags: ['t001'] })).data.updated).toBe(true);
    expect((await tagsOf(id)).slice(0, 2)).toEqual(['a', 't002']);
    expect((await patch(id, { add_tags: ['t005'] })).data.updated).toBe(false);
  });

  it('leaves them out silently for a key that may not read', async () => {
    const { id } = await leadWith(99);
    const blind = await partner.withKey('leads:write');
    const answer = await patch(id, { add_tags: ['b', 'a'], name: 'Ana' }, blind);
    expect([answer.status, answer.data]).toEqual([200, { id, updated: true }]);
    const lead = await read(id);
    expect([lead.name, lead.tags.length, lead.tags[0]]).toEqual(['Ana', 100, 'b']);
    expect((await patch(id, { add_tags: ['c'] }, blind)).data).toEqual({ id, updated: true });
    expect([(await read(id)).updated_at, await count('tags', `key in ('a', 'c')`)]).toEqual([lead.updated_at, 0]);
  });

  it('two at once for the last place: one gets it, the other is 422', async () => {
    for (let round = 0; round < 2; round++) {
      const { id } = await leadWith(99);
      const answers = await Promise.all(['a', 'b'].map((tag) => patch(id, { add_tags: [tag] })));
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 422: 1 });
      expect(await tagsOf(id)).toHaveLength(100);
    }
  });
});

describe('a lead that two leads with many tags were merged into', () => {
  it('keeps the tags of both, and then only loses tags', async () => {
    const [stays, goes] = await pair();
    await giveManyTags(partner, stays.id, 80);
    await giveManyTags(partner, goes.id, 80, 'u');
    await merge(goes.id, stays.id);
    expect(await tagsOf(stays.id)).toHaveLength(160);
    const patch = (body: object) => partner.api.patch(`/leads/${stays.id}`, body);
    expect((await patch({ add_tags: ['a'], remove_tags: ['t001', 't002'] })).fields).toEqual(['add_tags']);
    expect((await patch({ add_tags: ['t001'], remove_tags: ['t002'] })).status).toBe(200);
    expect(await tagsOf(stays.id)).toHaveLength(159);
  });
});

describe('a lead with 300 tags from before', () => {
  it('is posted, changed, read, listed, looked up and exported as any other', async () => {
    const { id, phone } = await leadWith(300);
    const answers = [
      await partner.api.post('/leads', { phone, tags: ['novo', 't001'], name: 'Ana', email: 'ana@example.com' }),
      await partner.api.patch(`/leads/${id}`, { remove_tags: ['t001', 't002'], name: 'Bia' }),
      await partner.api.post('/leads/lookup', { phone }),
      await partner.api.get('/leads?tag=t003'),
      await partner.owner.get('/leads'),
      await partner.owner.get(`/leads?phone=${phone}`),
      await partner.owner.get(`/leads/${id}`),
      await partner.owner.get('/leads/export.csv'),
      await partner.owner.get(`/leads/${id}/export`),
      await partner.owner.patch(`/leads/${id}`, { remove_tags: ['t003'] }),
      await partner.owner.post(`/leads/${id}/erase`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
  });
});
