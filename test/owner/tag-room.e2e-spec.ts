import type { BulkResult } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { heldCalls } from '../support/held-calls';
import { importCalls, lines } from '../support/import-calls';
import { giveManyTags } from '../support/many-tags';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const writer = forEachTest(() => partner.withKey('leads:write'));
const { submit, read, detail, count, ambiguous, apply } = heldCalls(test, partner, writer);
const { imported } = importCalls(test, partner);
const { addRule, runAfter } = automationCalls(test, partner, stage);

/** Makes a lead with this many tags, t001 and so on. */
async function leadWith(tags: number) {
  const lead = await submit();
  await giveManyTags(partner, lead.id, tags);
  return lead;
}

it('the owner’s PATCH is 422 on add_tags when a tag has no room, and changes nothing', async () => {
  const { id } = await leadWith(99);
  const before = await detail(id);
  const patch = (body: object) => partner.owner.patch(`/leads/${id}`, body);
  expect((await patch({ add_tags: ['a', 'b'], name: 'Ana', note: 'x' })).fields).toEqual(['add_tags']);
  expect(await detail(id)).toEqual(before);
  expect((await patch({ add_tags: ['a', 'b'], remove_tags: ['t001'] })).status).toBe(200);
  expect((await read(id)).tags).toHaveLength(100);
});

it('POST /leads/bulk names the leads without room, and tags the others', async () => {
  const [full, has, roomy] = [await leadWith(100), await leadWith(100), await leadWith(98)];
  await partner.api.patch(`/leads/${has.id}`, { add_tags: ['a'], remove_tags: ['t001'] });
  const answer = await partner.owner.post<BulkResult>('/leads/bulk', {
    lead_ids: [full.id, has.id, roomy.id],
    add_tags: ['a'],
  });
  expect(answer.data).toEqual({ changed: 1, unchanged: 1, refused: [{ id: full.id, code: 'validation_error' }] });
});

it('an imported row gets what has room, and its report says so', async () => {
  const { id, phone } = await leadWith(99);
  const report = await imported(lines('phone,tags', `${phone},b;a`));
  expect(report.reported_rows).toMatchObject([{ row: 2, fields: [{ field: 'tags' }] }]);
  const { tags } = await read(id);
  expect([tags.length, tags[0], await count('tags', `key = 'a'`)]).toEqual([100, 'b', 0]);
});

it('a held submission that is applied gives what has room', async () => {
  const { held, leads } = await ambiguous({ tags: ['b', 'a'] });
  await giveManyTags(partner, leads[0].id, 99);
  const { data, body } = await apply(held.id, leads[0].id);
  expect([data.state, body.warnings]).toEqual(['applied', [expect.objectContaining({ code: 'tags_full' })]]);
  const { tags } = await read(leads[0].id);
  expect([tags.length, tags[0], await count('tags', `key = 'a'`)]).toEqual([100, 'b', 0]);
});

it('a rule gives no tag without room, has run then, and holds nothing back', async () => {
  const [full, roomy] = [await leadWith(100), await leadWith(99)];
  const before = await read(full.id);
  await addRule({ type: 'add_tag', tag: 'parado' });
  await addRule({ type: 'move', stage_id: stage['Perdido'] });
  expect(await runAfter(4)).toBe(0);
  expect((await read(full.id)).tags).toEqual(before.tags);
  expect((await read(roomy.id)).tags).toContain('parado');
  expect(await count('automation_runs')).toBe(4);
  expect([await runAfter(4), await count('automation_runs')]).toEqual([0, 4]);
  expect((await read(full.id)).deals.map((deal) => deal.stage_id)).toEqual([stage['Perdido']]);
});

it('what staff enter has room for all its tags', async () => {
  const tags = times(5, (i) => `s${i}`);
  const { data } = await partner.staff.post<{ tags: string[] }>('/leads', { phone: '11987654321', tags });
  expect(data.tags).toEqual(tags);
});
