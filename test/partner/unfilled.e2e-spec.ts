import type { Warning } from '../../src/contract/submission';
import type { LeadView } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { importCalls, lines } from '../support/import-calls';
import { forAllTests } from '../support/setup';

/** What scripts and templates leave in place of a value, and blank fields, which count as absent. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const writer = forAllTests(() => partner.withKey('leads:write'));
const { nextPhone, post, submit, read, count, applyAsNew, newest } = heldCalls(test, partner, writer);
const { imported } = importCalls(test, partner);

/** Code and field of each warning. */
const warned = ({ body }: { body: object }): string[][] =>
  ((body as { warnings?: Warning[] }).warnings ?? []).map(({ code, field }) => [code, field]);

const shown = ({ name, email, tags }: LeadView) => ({ name, email, tags });
const notesOf = async (id: string): Promise<string | undefined> => {
  const sql = 'select notes from leads where account_id = $1 and id = $2';
  return (await partner.sql<{ notes: string }>(sql, id))[0]?.notes;
};

const LEFT = { name: 'undefined undefined', email: '{{email}}', notes: '{{mensagem}}', tags: ['{{tag}}'] };
const NOTHING = { name: null, email: null, tags: [] };

describe('what a template leaves in a text', () => {
  it('counts as absent, and is named in the warnings', async () => {
    const answer = await post(LEFT);
    expect([answer.status, shown(answer.data.lead), await notesOf(answer.data.id)]).toEqual([201, NOTHING, '']);
    expect(warned(answer)).toEqual([
      ['ignored', 'name'],
      ['ignored', 'email'],
      ['ignored', 'notes'],
      ['ignored', 'tags'],
    ]);
    expect(await count('tags', `name like '%{%'`)).toBe(0);
  });

  it.each(['{{nome}}', 'null', 'NaN', '[object HTMLInputElement]', '*|FNAME|*', '%%nome%%', '<%= nome %>', '${nome}'])(
    'leaves room for the later name: %s',
    async (name) => {
      const { data } = await post({ name });
      const later = await post({ phone: data.lead.phone, name: 'Ana Lima' });
      expect([data.lead.name, later.data.lead.name, warned(later)]).toEqual([null, 'Ana Lima', []]);
    },
  );

  it('is longer than the field allows, or a whole paragraph', async () => {
    const answer = await post({ name: `{{${'x'.repeat(200)}}}`, notes: '{{\n um\n dois \n}}' });
    expect([answer.status, answer.data.lead.name, warned(answer).length]).toEqual([201, null, 2]);
  });

  it('stays where it is part of a text, or the name of a person', async () => {
    const sent = { name: 'Null', notes: '[urgente] {depois das 18h}', tags: ['[vip]', 'VIP {{tag}}'] };
    const answer = await post(sent);
    expect([answer.data.lead.name, answer.data.lead.tags.toSorted()]).toEqual([sent.name, sent.tags.toSorted()]);
    expect([await notesOf(answer.data.id), warned(answer)]).toEqual([expect.stringContaining(sent.notes), []]);
  });

  it('is left out among tags, and counts for nothing', async () => {
    const answer = await post({ tags: ['a', '{{b}}', '', 'null', 'c', '\u200b', 'd', 'e', ' ', 'f'] });
    expect([answer.data.lead.tags.toSorted(), warned(answer)]).toEqual([
      ['a', 'c', 'd', 'e', 'f'],
      [['ignored', 'tags']],
    ]);
    const tooMany = await post({ tags: ['a', '', 'b', 'c', 'd', 'e', 'f'] });
    expect([tooMany.status, tooMany.fields]).toEqual([422, ['tags']]);
    const bad = await post({ tags: ['', 'x'.repeat(41), 'null', 4] });
    expect(bad.fields).toEqual(['tags.1', 'tags.3']);
  });

  it('of a key that may not read is left out as silently as anything', async () => {
    const phone = nextPhone.mobile();
    const answer = await writer.post('/leads', { phone, ...LEFT });
    expect([answer.status, answer.body]).toEqual([202, { data: { received: true } }]);
    await writer.post('/leads', { phone, name: 'Rui' });
    const [lead] = (await partner.owner.get<LeadView[]>(`/leads?phone=${phone}`)).data;
    expect(lead && shown(lead)).toEqual({ ...NOTHING, name: 'Rui' });
  });

  it('is left out of a held submission that is applied', async () => {
    await submit({ external_id: 'taken' });
    await writer.post('/leads', { phone: nextPhone.mobile(), external_id: 'taken', ...LEFT });
    const applied = await applyAsNew((await newest()).id);
    expect(shown(await read(applied.data.lead_id ?? ''))).toEqual(NOTHING);
    expect(warned(applied)).toEqual(['name', 'email', 'notes', 'tags'].map((field) => ['ignored', field]));
  });

  it('is left out of a row of a file, and reported', async () => {
    const phone = nextPhone.mobile();
    const row = `${phone};undefined undefined;{{email}};{{mensagem}};{{tag}};__CAMPAIGN_NAME__`;
    const report = await imported(lines('telefone;nome;email;observações;etiquetas;utm_source', row));
    expect([report.created, report.refused]).toEqual([1, 0]);
    const fields = report.reported_rows.flatMap((reported) => reported.fields.map(({ field }) => field));
    expect(fields).toEqual(['name', 'email', 'notes', 'tags', 'utm_source']);
    const [lead] = (await partner.owner.get<LeadView[]>(`/leads?phone=${phone}`)).data;
    expect(lead && shown(lead)).toEqual(NOTHING);
  });

  it.each([
    [{ name: '{{nome}}' }, 'name'],
    [{ email: '{{email}}' }, 'email'],
    [{ notes: 'undefined' }, 'notes'],
    [{ add_tags: ['ok', '{{tag}}'] }, 'add_tags.1'],
  ])('is refused in PATCH, as a blank is: %j', async (body, field) => {
    const lead = await submit();
    const answer = await partner.api.patch(`/leads/${lead.id}`, body);
    expect([answer.status, answer.fields]).toEqual([422, [field]]);
    expect(await read(lead.id)).toEqual(lead);
  });

  it('that an earlier release stored as a tag can be removed', async () => {
    const lead = await submit({ tags: ['velha'] });
    await partner.sql(`update tags set name = '{{tag}}', key = '{{tag}}' where account_id = $1 and name = 'velha'`);
    await partner.api.patch(`/leads/${lead.id}`, { remove_tags: ['{{tag}}'] });
    expect((await read(lead.id)).tags).toEqual([]);
  });
});

describe('a signal without a value', () => {
  it.each([
    ['utm_source', '__CAMPAIGN_NAME__'],
    ['utm_source', '*|UTM_SOURCE|*'],
    ['utm_medium', '%%utm_source%%'],
    ['utm_source', '%7B%7Bsource%7D%7D'],
    ['utm_source', '[object HTMLInputElement]'],
    ['utm_source', 'null,null'],
    ['gclid', 'REPLACE_ME'],
    ['gclid', 'your_gclid'],
    ['fbclid', 'xxxxxxxxxxxx'],
  ])('does not hide the referrer: %s=%s', async (signal, value) => {
    const answer = await post({ attribution: { [signal]: value, referrer: 'https://blog.example/a' } });
    expect([answer.data.lead.origin, warned(answer)]).toEqual([
      'referral',
      [['invalid_format', `attribution.${signal}`]],
    ]);
  });
});

describe('a blank field', () => {
  it.each(['', ' ', '\u200b\ufeff', '\n'])('counts as absent wherever it is optional: %j', async (blank) => {
    const names = ['name', 'email', 'notes', 'tags', 'external_id', 'consent', 'attribution', 'deal'];
    const answer = await post(Object.fromEntries(names.map((name) => [name, blank])));
    expect([answer.status, shown(answer.data.lead), warned(answer)]).toEqual([201, NOTHING, []]);
    const inside = await post({
      deal: { pipeline_id: blank, stage_id: blank, value: blank },
      attribution: { gclid: blank, utm_source: blank },
    });
    expect([inside.status, inside.data.deal?.value, warned(inside)]).toEqual([201, null, []]);
    expect(await count('submissions', `external_id <> 'taken' and not imported`)).toBe(0);
  });

  it('of an external_id is no part of it: other white space is refused', async () => {
    expect((await post({ external_id: ' abc ' })).fields).toEqual(['external_id']);
  });

  it('is refused for the phone', async () => {
    expect((await post({ phone: ' ' })).fields).toEqual(['phone']);
  });
});
