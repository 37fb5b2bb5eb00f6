import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { PersonExport } from '../../src/contract/person';
import { appForAllTests } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { forAllTests } from '../support/setup';

/** A held submission keeps the JSON value that was sent. It is interpreted only when it is applied. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write'));
const writer = forAllTests(() => partner.withKey('leads:write'));
const { submit, detail, list, newest, apply, applyAsNew, erase, nextPhone } = heldCalls(test, partner, writer);

/** Sends JSON as a conflict of a new phone. `PHONE` and `ID` stand for the phone and the external_id. */
async function heldText(text: string): Promise<HeldSubmissionView> {
  const external_id = `x-${nextPhone.mobile()}`;
  await submit({ external_id });
  const json = text.replaceAll('PHONE', nextPhone.mobile()).replaceAll('ID', external_id);
  const answer = await writer.with({ 'Content-Type': 'application/json' }).post('/leads', json);
  expect([answer.status, answer.text]).toEqual([202, '{"data":{"received":true}}']);
  const held = await newest();
  expect(sorted(held.body)).toBe(sorted(JSON.parse(json)));
  return held;
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const IDS = '"phone":"PHONE","external_id":"ID"';

it.each([
  [
    'white space at the ends',
    `{${IDS},"name":"  Ana\\t","email":" ana@example.com ","notes":"\\n oi \\n","tags":[" x ","y"]}`,
  ],
  ['blank texts', `{${IDS},"name":"","email":"   ","notes":" \\n "}`],
  ['empty lists and objects', `{${IDS},"tags":[],"attribution":{},"deal":{}}`],
  [
    'null for what is absent',
    `{${IDS},"name":null,"email":null,"tags":null,"consent":null,"attribution":null,"deal":null}`,
  ],
  ['null inside the deal', `{${IDS},"deal":{"pipeline_id":null,"stage_id":null,"value":null}}`],
  ['signals that are null', `{${IDS},"attribution":{"utm_source":null,"gclid":null,"fbc":"x"}}`],
  [
    'signals that are ignored',
    `{${IDS},"attribution":{"gclid":"{{gclid}}","fbc":"a\\u0000\\ud800b","utm_term":" \\udc00 "}}`,
  ],
  ['a number that is not written the usual way', `{${IDS},"deal":{"value":1.10}}`],
  ['a number with an exponent', `{${IDS},"deal":{"value":1.5e2}}`],
  ['a number with many digits', `{${IDS},"deal":{"value":123456789012.12345678901234567890}}`],
  ['the largest number', `{${IDS},"deal":{"value":999999999999.99}}`],
  ['the smallest numbers', `{${IDS},"deal":{"value":1e-300}}`],
  ['zero with a sign', `{${IDS},"deal":{"value":-0.0}}`],
  ['false', `{${IDS},"consent":false}`],
  ['unusual signs', `{${IDS},"name":"\u00c1na e\u0301 \ud83d\ude00","notes":"\u202eabc\u2028fim"}`],
  ['a spelling of the phone', `{"phone":" +55 (11) 98765-4321 ","external_id":"ID"}`],
  ['the same key twice', `{${IDS},"name":"Bia","name":" Ana "}`],
  ['other order and white space', `{ "external_id" : "ID",\n\t"deal" : { "value" : 0 } , "phone" : "PHONE" }`],
])('with %s comes back as it was sent', async (_, text) => {
  await heldText(text);
});

it('with null is applied as if the fields were absent', async () => {
  const held = await heldText(
    `{${IDS},"name":null,"tags":null,"attribution":null,"deal":{"stage_id":null,"value":null}}`,
  );
  const { data } = await applyAsNew(held.id);
  expect(data.body).toEqual(held.body);
  expect(await detail(data.lead_id ?? '')).toMatchObject({ name: null, tags: [], deals: [{ value: null }] });
});

it('is read when it is applied, as POST /leads reads it', async () => {
  const held = await heldText(
    `{${IDS},"name":"  Ana ","email":" ","notes":" oi \\n","tags":[" x "],"attribution":{"utm_source":" ig ","gclid":"bad"},"deal":{"value":1.50}}`,
  );
  const { data } = await applyAsNew(held.id);
  const lead = await detail(data.lead_id ?? '');
  expect(lead).toMatchObject({ name: 'Ana', email: null, tags: ['x'], origin: 'social', deals: [{ value: 1.5 }] });
  expect([lead.attribution.utm_source, lead.attribution.gclid]).toEqual(['ig', null]);
  expect(lead.notes).toMatch(/\] oi$/);
  expect(data.body).toEqual(held.body);
});

it('that an earlier release has stored can still be applied, and so can one that later rules would refuse', async () => {
  const old = await heldText(`{${IDS},"name":"x"}`);
  const body = { phone: '+55 (00) 0000-0000', name: 'Ana', tags: ['x'], email: 'ana@-.x', notes: 'oi' };
  await test.sql('update held_submissions set body = $2 where id = $1', [old.id, body]);
  const applied = await applyAsNew(old.id);
  expect(applied.status).toBe(200);
  const lead = await detail(applied.data.lead_id ?? '');
  expect([lead.phone, lead.name, lead.tags, lead.email]).toEqual([old.phone, 'Ana', ['x'], 'ana@-.x']);
  const { held, lead: known } = { held: await heldText(`{${IDS},"tags":["y"]}`), lead: await submit() };
  expect((await apply(held.id, known.id)).status).toBe(200);
  expect((await detail(known.id)).tags).toEqual(['y']);
});

it('is in the export of the person as it was sent, and goes with the person', async () => {
  const held = await heldText(`{${IDS},"name":" Ana ","deal":{"value":2.50}}`);
  const exported = await partner.owner.post<PersonExport>('/people/export', { phone: held.phone });
  expect(exported.data.held_submissions.map(({ body }) => body)).toEqual([held.body]);
  const { data } = await applyAsNew(held.id);
  await erase(data.lead_id ?? '');
  expect((await list('?state=applied')).data.find(({ id }) => id === held.id)).toMatchObject({ body: null });
});
