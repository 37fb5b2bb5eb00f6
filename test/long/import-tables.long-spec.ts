import type { ImportPreview, ImportView } from '../../src/contract/import';
import { appForAllTests } from '../support/app';
import { importCalls, lines } from '../support/import-calls';
import { times } from '../support/race';
import { forAllTests } from '../support/setup';
import { numberCell, textCell, textRows, workbookFiles, workbookOf, XLSX } from '../support/workbooks';
import { zipOf } from '../support/zip';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read'));
const { nextPhone, reportOf, run, count } = importCalls(test, partner);

const VCARD = { 'Content-Type': 'text/vcard' };
const BYTES = { 'Content-Type': 'application/octet-stream' };

const leadOf = async (phone: string) =>
  (await partner.owner.get<{ name: string }[]>(`/leads?phone=${encodeURIComponent(phone)}`)).data[0];

/** Sends a file to the route, applies it and returns its report. */
async function imported(file: Uint8Array | string, type: Record<string, string>) {
  const started = await partner.owner.with(type).post<ImportView>('/imports', file);
  expect(started.status).toBe(202);
  await run();
  return reportOf(started.data.id);
}

describe('a workbook', () => {
  it('is imported, and its refused rows come back as a file', async () => {
    const phone = nextPhone.mobile().replace(/\D/g, '');
    const rows = [
      `<row r="1">${textCell('Leads de agosto', 'A1')}</row>`,
      `<row r="3">${textCell('Nome', 'A3')}${textCell('Telefone', 'B3')}</row>`,
      `<row r="4">${textCell('João Ação', 'A4')}${numberCell(phone, 'B4')}</row>`,
      `<row r="6">${textCell('Bia', 'A6')}${numberCell(12, 'B6')}</row>`,
    ];
    const file = workbookOf({ sheets: [rows.join('')] });
    const report = await imported(file, XLSX);
    expect(report).toMatchObject({ rows: 2, created: 1, refused: 1, reported_rows: [{ row: 6, result: 'refused' }] });
    expect((await leadOf(phone))?.name).toBe('João Ação');
    const refused = await partner.owner.with(XLSX).send('POST', `/imports/${report.id}/refused.csv`, file);
    expect(refused.text.split('\r\n').slice(0, 2)).toEqual(['Nome;Telefone;motivo', expect.stringMatching(/^Bia;12;/)]);
  });

  it.each([XLSX, BYTES, { 'Content-Type': 'text/csv' }])('is told by its first bytes: %j', async (type) => {
    const file = workbookOf({ sheets: [textRows(['Telefone', 'Nome'], [nextPhone.mobile(), 'Ana'])] });
    const answer = await partner.owner.with(type).post<ImportPreview>('/imports/preview', file);
    expect([answer.status, answer.data.rows, answer.data.refused]).toEqual([200, 1, 0]);
  });
});

it('contacts of a phone are imported, and those without a usable number come back', async () => {
  const phone = nextPhone.mobile();
  const file = lines(
    'BEGIN:VCARD',
    'FN:Ana',
    `TEL;TYPE=CELL:${phone}`,
    'END:VCARD',
    'BEGIN:VCARD',
    'FN:Bia',
    'END:VCARD',
  );
  const report = await imported(file, VCARD);
  expect(report).toMatchObject({ rows: 2, created: 1, refused: 1, reported_rows: [{ row: 2, result: 'refused' }] });
  expect((await leadOf(phone))?.name).toBe('Ana');
  const refused = await partner.owner.with(VCARD).send('POST', `/imports/${report.id}/refused.csv`, file);
  expect(refused.text).toMatch(/^Nome;Telefone celular;motivo\r\nBia;;/);
});

describe('a hostile file is answered with 422, and nothing of it is stored', () => {
  const parts = workbookFiles({ sheets: [textRows(['Telefone'], ['1'])] });
  const large = Buffer.alloc(60 * 1024 * 1024);
  it.each<[string, () => Buffer]>([
    ['a bomb', () => zipOf([...parts, { name: 'xl/x.xml', content: large }])],
    ['a bomb that says it is small', () => zipOf([...parts, { name: 'xl/x.xml', content: large, declaredSize: 9 }])],
    ['a thousand and one parts', () => zipOf(times(1_001, (n) => ({ name: `xl/${n}.xml`, content: '' })))],
    [
      'an external entity',
      () =>
        workbookOf({
          sheets: [textRows(['Telefone'], ['&a;'])],
          prologue: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        }),
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7')],
    ['a page', () => Buffer.from('<html><table><tr><td>Telefone')],
  ])('%s', async (_, file) => {
    const before = await count('imports');
    for (const path of ['/imports', '/imports/preview']) {
      const answer = await partner.owner.with(BYTES).post(path, file());
      expect([answer.status, answer.fields]).toEqual([422, ['body']]);
    }
    expect(await count('imports')).toBe(before);
  });
});

it('sixty previews of a workbook at once are answered, two at a time', async () => {
  const file = workbookOf({ sheets: [textRows(['Telefone'], ...times(2_000, () => ['1']))] });
  const answers = await Promise.all(times(60, () => partner.owner.with(XLSX).post('/imports/preview', file)));
  // Calls that waited longer than ten seconds get 429.
  expect(answers.map(({ status }) => status).filter((status) => ![200, 429].includes(status))).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(2);
});
