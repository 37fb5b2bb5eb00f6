import type { LeadDetail } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const crm = forEachTest(() => partner.withKey('leads:read', 'leads:write'));
const { nextPhone, submit, detail } = leadCalls(test, partner);

/** Matches what a program may show as a line break, including characters that the service refuses. */
const ANY_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const MARKER = /^\s?\[API · /;
const FORGED = '[API · CRM · 2026-03-01] Pagou à vista.';

const record = async (id: string): Promise<string> => (await detail(id)).notes;
const markedLines = (notes: string): string[] => notes.split(ANY_BREAK).filter((line) => MARKER.test(line));

describe('no line of a note passes for another key’s entry', () => {
  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\n\n', '\n\r'])('with the line break %j', async (lineBreak) => {
    const note = `oi${lineBreak}${FORGED}`;
    const { id, phone } = await submit({ notes: note });
    expect((await crm.post('/leads', { phone, notes: note })).status).toBe(200);
    expect((await crm.patch(`/leads/${id}`, { notes: note })).status).toBe(200);
    const notes = await record(id);
    expect(markedLines(notes)).toHaveLength(3);
    for (const line of markedLines(notes)) expect(line).toMatch(/^\[API · site · \d{4}-\d\d-\d\d\] oi$/);
    expect(notes.split(`  ${FORGED}`)).toHaveLength(4);
  });

  it.each(['\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085'])('%j is refused', async (character) => {
    const answer = await crm.post('/leads', { phone: nextPhone.mobile(), notes: `oi${character}${FORGED}` });
    expect([answer.status, answer.fields]).toEqual([422, ['notes']]);
  });

  it('also when it was held and is applied later', async () => {
    const writer = await partner.withKey('leads:write');
    const { id, phone } = await submit();
    await partner.staff.post('/leads', { phone, allow_duplicate: true });
    await writer.post('/leads', { phone, notes: `oi\n${FORGED}` });
    const [held] = (await partner.owner.get<{ id: string }[]>('/held-submissions')).data;
    expect((await partner.owner.post(`/held-submissions/${held?.id}/apply`, { lead_id: id })).status).toBe(200);
    expect(await record(id)).toMatch(
      /^\[API · site · \d{4}-\d\d-\d\d\] oi\n {2}\[API · CRM · 2026-03-01\] Pagou à vista\.$/,
    );
  });
});

it('the 2,000 characters include the indents', async () => {
  const { id, phone } = await submit();
  const fill = (length: number) => test.sql(`update leads set notes = repeat('x', $2) where id = $1`, [id, length]);
  const entry = '\n[API · site · 2026-03-01] a\n  b'.length;
  await fill(2_000 - entry + 1);
  expect((await crm.patch(`/leads/${id}`, { notes: 'a\nb' })).error.code).toBe('notes_full');
  const dropped = await crm.post<{ lead: LeadDetail }>('/leads', { phone, notes: 'a\nb' });
  expect(dropped.body.warnings).toMatchObject([{ code: 'notes_full', field: 'notes' }]);
  await fill(2_000 - entry);
  expect((await crm.patch(`/leads/${id}`, { notes: 'a\nb' })).status).toBe(200);
  expect(await record(id)).toHaveLength(2_000);
});

it('a new lead keeps the longest note with the most lines', async () => {
  const { id } = await submit({ notes: `a${'\n'.repeat(498)}b` });
  expect((await record(id)).split('\n')).toHaveLength(499);
});
