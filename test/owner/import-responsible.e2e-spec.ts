import type { ImportPreview } from '../../src/contract/import';
import type { OwnerLead } from '../../src/contract/lead';
import { IntakeService } from '../../src/leads/intake/intake.service';
import { appForAllTests } from '../support/app';
import { CSV, importCalls, lines } from '../support/import-calls';
import { everythingOf, leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { forEachTest } from '../support/setup';
import { watchTraffic } from '../support/traffic';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const { invite } = memberCalls(test);
const { submit, nextPhone } = leadCalls(test, partner);
const { imported, send, run, reportOf } = importCalls(test, partner);
const bia = forEachTest(() => invite(partner.owner, 'seller', 'Bia Lima'));
const caio = forEachTest(() => invite(partner.owner, 'manager', 'Caio'));

const ofPhone = async (phone: string) => {
  const [lead] = (await partner.owner.get<OwnerLead[]>(`/leads?phone=${phone}`)).data;
  return { ...lead, responsible: lead?.responsible ?? null };
};
const assign = (id: string, responsible_id: string | null) => partner.owner.patch(`/leads/${id}`, { responsible_id });
const exported = async () => (await partner.owner.get('/leads/export.csv')).text;
const assignments = () =>
  partner.sql<{ to: string; by: string; member: string | null }>(
    'select to_member_id as to, assigned_by as by, member_id as member from lead_assignments where account_id = $1 order by id',
  );

it('gives new leads, and known ones of nobody, to the member of the cell', async () => {
  const known = await submit();
  const [first, second] = [nextPhone.mobile(), nextPhone.mobile()];
  const rows = [`${first},BIA lima `, `${second},${caio.email?.toUpperCase()}`, `${known.phone},Bia Lima`];
  const report = await imported(lines('Telefone,Responsável', ...rows));
  expect(report).toMatchObject({ created: 2, updated: 1, refused: 0, reported_rows: [] });
  const [one, other, old] = [await ofPhone(first), await ofPhone(second), await ofPhone(known.phone)];
  expect([one, other, old].map(({ responsible }) => responsible?.id)).toEqual([bia.id, caio.id, bia.id]);
  expect(old.updated_at).toBe(known.updated_at);
  expect((await assignments()).map(({ by, member }) => [by, member])).toEqual(Array(3).fill(['staff', null]));
});

it('leaves a lead with its member, and changes nothing for the one who has it', async () => {
  const [lead, same] = [await submit(), await submit()];
  await assign(lead.id, caio.id);
  await assign(same.id, bia.id);
  const before = await assignments();
  await imported(lines('Telefone,Vendedor', `${lead.phone},Bia Lima`, `${same.phone},Bia Lima`));
  expect((await ofPhone(lead.phone)).responsible).toEqual({ id: caio.id, name: 'Caio' });
  expect(await assignments()).toEqual(before);
  // The first of several rows wins.
  const phone = nextPhone.mobile();
  await imported(lines('Telefone,Vendedor', `${phone},Caio`, `${phone},Bia Lima`));
  expect((await ofPhone(phone)).responsible?.id).toBe(caio.id);
});

it('leaves out and reports names of nobody, of several, and of former members', async () => {
  const double = await invite(partner.owner, 'seller', 'CAIO');
  const former = await invite(partner.owner, 'seller', 'Zuleica');
  await partner.owner.patch(`/members/${former.id}`, { active: false });
  const cells = ['Caio', 'Zuleica', former.email ?? '', 'Ninguém', double.email ?? ''];
  const phones = cells.map(() => nextPhone.mobile());
  const report = await imported(lines('Telefone,Responsável', ...phones.map((phone, n) => `${phone},${cells[n]}`)));
  expect(report).toMatchObject({ created: 5, refused: 0 });
  expect(report.reported_rows.map(({ row, fields }) => [row, fields?.map(({ field }) => field)])).toEqual(
    [2, 3, 4, 5].map((row) => [row, ['responsible']]),
  );
  expect(report.reported_rows[0]?.fields?.[0]?.message).toBe(
    'não é o nome nem o e-mail de uma só pessoa ativa da equipe; ficou de fora',
  );
  const found = await Promise.all(phones.map(ofPhone));
  expect(found.map(({ responsible }) => responsible?.id)).toEqual([...Array<undefined>(4).fill(undefined), double.id]);
});

it('gives nothing to a member who was deactivated after the file was read, and says so', async () => {
  const phone = nextPhone.mobile();
  const { id } = (await send(lines('Telefone,Responsável', `${phone},Bia Lima`))).data;
  await partner.owner.patch(`/members/${bia.id}`, { active: false });
  await run();
  const report = await reportOf(id);
  expect(report).toMatchObject({ created: 1, refused: 0 });
  expect(report.reported_rows).toMatchObject([
    { row: 2, fields: [{ field: 'responsible', message: 'não é mais uma pessoa ativa da equipe; ficou de fora' }] },
  ]);
  expect((await ofPhone(phone)).responsible).toBeNull();
});

it('gives no lead to somebody once they are deactivated, while the rows are applied', async () => {
  const rows = Array.from({ length: 40 }, () => `${nextPhone.mobile()},Bia Lima`);
  const { id } = (await send(lines('Telefone,Responsável', ...rows))).data;
  const given = async () => (await assignments()).filter(({ to }) => to === bia.id).length;
  const intake = test.app.get(IntakeService);
  const submit = intake.submit.bind(intake);
  let [before, submissions] = [-1, 0];
  let deactivation: Promise<void> | undefined;
  const deactivate = async () => {
    expect((await partner.owner.patch(`/members/${bia.id}`, { active: false })).status).toBe(200);
    before = await given();
  };
  // The first rows are on their way when the member is deactivated, and the others wait until then.
  intake.submit = async (...args) => {
    if (++submissions > 10) await (deactivation ??= deactivate());
    return submit(...args);
  };
  await run().finally(() => (intake.submit = submit));
  await run();
  const report = await reportOf(id, '?limit=100');
  expect([await given(), before < rows.length]).toEqual([before, true]);
  expect(report).toMatchObject({ created: rows.length, pending: 0 });
  expect(report.reported_rows).toHaveLength(Math.min(rows.length - before, 100));
});

it('a preview shows the member’s name, and what would be left out', async () => {
  const file = lines('Telefone,Assigned to', `11987654321,${bia.email}`, '11987654322,Ninguém');
  const preview = (await partner.owner.with(CSV).post<ImportPreview>('/imports/preview', file)).data;
  expect(preview.columns[1]?.field).toBe('responsible');
  expect(preview.sample.map(({ values }) => values[1])).toEqual(['Bia Lima', 'Ninguém']);
  expect(preview.sample.map(({ fields }) => fields.map(({ field }) => field))).toEqual([[], ['responsible']]);
});

it('an export names the member, and is read again without a change', async () => {
  const other = await invite(partner.owner, 'seller', '=Zé; "x"');
  const leads = [await submit(), await submit(), await submit()];
  for (const [n, member] of [bia, other].entries()) await assign(leads[n]?.id ?? '', member.id);
  const file = await exported();
  const kept = async () => {
    const all = await everythingOf(test, partner.accountId);
    return ['leads', 'lead_assignments', 'deals', 'list_entries'].map((table) => all[table]);
  };
  const before = await kept();
  expect(await imported(file)).toMatchObject({ created: 0, updated: 3, refused: 0, reported_rows: [] });
  expect(await kept()).toEqual(before);
  // Leads of nobody get the same member again.
  for (const { id } of leads) await assign(id, null);
  await imported(`${file}\r\n`);
  const found = await Promise.all(leads.map(({ phone }) => ofPhone(phone)));
  expect(found.map(({ responsible }) => responsible?.id)).toEqual([bia.id, other.id, undefined]);
});

it('an export names a former member too, who gets nothing', async () => {
  const lead = await submit();
  await assign(lead.id, bia.id);
  await partner.owner.patch(`/members/${bia.id}`, { active: false });
  const file = await exported();
  expect(file).toContain(';Bia Lima;');
  await partner.sql('update leads set responsible_id = null where account_id = $1');
  expect((await imported(file)).reported_rows).toMatchObject([{ row: 2, fields: [{ field: 'responsible' }] }]);
  expect((await ofPhone(lead.phone)).responsible).toBeNull();
});

it('reads no member without the column, and locks none for a row without one', async () => {
  const about = /members|member_names|assign/;
  const asked = async (file: string) => {
    const { statements } = await watchTraffic(async () => {
      await send(file);
      await run();
    });
    return statements.filter(({ text }) => about.test(text) && !/from sessions s|owner_email/.test(text)).length;
  };
  expect(await asked(lines('Telefone', nextPhone.mobile()))).toBe(0);
  expect(await asked(lines('Telefone,Responsável', `${nextPhone.mobile()},`))).toBe(2);
  const { statements } = await watchTraffic(() => submit());
  expect(statements.filter(({ text }) => about.test(text))).toEqual([]);
});

it('POST /leads knows no such field', async () => {
  const answer = await partner.api.post('/leads', { phone: nextPhone.mobile(), responsible: bia.id });
  expect([answer.status, answer.fields]).toEqual([422, ['responsible']]);
});
