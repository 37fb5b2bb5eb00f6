import { Worker } from 'node:worker_threads';
import { PATIENCE_MS } from '../../../test/support/patience';
import { numberCell, textCell, textRows, workbookFiles, workbookOf } from '../../../test/support/workbooks';
import { type ZippedFile, zipOf } from '../../../test/support/zip';
import { ApiError } from '../../common/api-error';
import { invalidFile } from './table-rows';
import { readTable } from './table';
import { WorkbookReader } from './workbook';

WorkbookReader.patienceMs = PATIENCE_MS;

const namesPhone = (cell: string): boolean => /telefone/i.test(cell);

async function read(bytes: Buffer): Promise<string[] | string> {
  try {
    const { header, rows, delimiter, encoding } = await readTable(bytes, { namesPhone });
    expect([delimiter, encoding]).toEqual([null, null]);
    return [header.join('|'), ...rows.map(({ number, cells }) => `${number}: ${cells.join('|')}`)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.status, error.details?.fields?.map(({ field }) => field)]).toEqual([422, ['body']]);
    return error.details?.fields?.[0]?.message ?? '';
  }
}

const HEADER = `<row r="1">${textCell('Nome', 'A1')}${textCell('Telefone', 'B1')}</row>`;
const rowOf = (row: number, ...cells: string[]): string => `<row r="${row}">${cells.join('')}</row>`;
const second = (...cells: string[]): string => HEADER + rowOf(2, ...cells);

describe('a workbook is read', () => {
  it.each<[string, Parameters<typeof workbookOf>[0], string[]]>([
    [
      'with shared texts, some of them with formats',
      {
        sheets: [second('<c r="A2" t="s"><v>0</v></c>', '<c r="B2" t="s"><v>1</v></c>')],
        shared: '<si><r><t>João </t></r><r><rPr><b/></rPr><t>Ação</t></r></si><si><t>1</t></si>',
      },
      ['Nome|Telefone', '2: João Ação|1'],
    ],
    [
      'without addresses of its cells, and with empty rows and title rows',
      {
        sheets: [
          `<row>${textCell('Leads de agosto')}</row><row/><row>${textCell('Nome')}${textCell('Telefone')}</row><row/>` +
            `<row>${textCell('#1')}${numberCell(11999991403)}</row>`,
        ],
      },
      ['Nome|Telefone', '5: #1|11999991403'],
    ],
    [
      'with cells of each kind',
      {
        sheets: [
          HEADER +
            rowOf(2, textCell('Ana', 'A2'), numberCell('5.511999991403E12', 'B2')) +
            rowOf(3, numberCell(46265, 'A3', 1), numberCell(46265.604166666664, 'B3', 2)) +
            rowOf(4, numberCell(1234.5659999999998, 'A4', 4), numberCell(1, 'B4')) +
            rowOf(5, '<c r="A5" t="b"><v>1</v></c>', '<c r="B5" t="str"><f>A1&amp;"x"</f><v>x &amp; y</v></c>') +
            rowOf(6, '<c r="A6" t="e"><v>#N/A</v></c>', numberCell(1, 'B6')),
        ],
        formats: ['&quot;R$&quot;\\ #,##0.00'],
      },
      [
        'Nome|Telefone',
        '2: Ana|5511999991403',
        '3: 2026-08-31|2026-08-31 14:30:00',
        '4: 1234.57|1',
        '5: VERDADEIRO|x & y',
        '6: |1',
      ],
    ],
    [
      'with days as a Mac counts them',
      { sheets: [second(numberCell(44803, 'A2', 1), numberCell(1, 'B2'))], properties: '<workbookPr date1904="1"/>' },
      ['Nome|Telefone', '2: 2026-08-31|1'],
    ],
    [
      'from its first sheet with phones',
      { sheets: [textRows(['Resumo'], ['x']), textRows(['Telefone'], ['1'])] },
      ['Telefone', '2: 1'],
    ],
    [
      'from its first sheet that is not empty',
      { sheets: ['', textRows(['Contato'], ['1']), textRows(['x'], ['2'])] },
      ['Contato', '2: 1'],
    ],
    [
      'without its hidden sheets',
      { sheets: [textRows(['Telefone'], ['1']), textRows(['Telefone'], ['2'])], hidden: [1] },
      ['Telefone', '2: 2'],
    ],
    [
      'without its pictures and links',
      {
        sheets: [textRows(['Telefone'], ['1'])],
        more: [
          { name: 'xl/media/image1.png', content: 'x' },
          { name: 'xl/worksheets/_rels/sheet1.xml.rels', content: '<Relationships/>' },
        ],
      },
      ['Telefone', '2: 1'],
    ],
  ])('%s', async (_, parts, expected) => {
    expect(await read(workbookOf(parts))).toEqual(expected);
  });
});

const BROKEN = 'a planilha está corrompida ou incompleta; abra no Excel, salve de novo como .xlsx e envie de novo';
const LARGE = 'a planilha passa de 50 MB depois de aberta; divida-a ou salve como CSV';
const DOCTYPE = 'a planilha tem declarações XML que uma planilha não tem (DOCTYPE); salve de novo como .xlsx';
const plain = workbookFiles({ sheets: [textRows(['Telefone'], ['1'])] });
const MANY = 60 * 1024 * 1024;

/** Writes every part of a workbook in UTF-16, with a declaration of its encoding or none. */
function inUtf16({ isBigEndian, mark, declared = '' }: { isBigEndian: boolean; mark: string; declared?: string }) {
  const partOf = (text: string): Buffer => {
    const bytes = Buffer.from(mark + declared + text.replace(/^<\?xml.*?\?>/, ''), 'utf16le');
    return isBigEndian ? bytes.swap16() : bytes;
  };
  return ({ name, content }: ZippedFile): ZippedFile => ({ name, content: partOf(content.toString()) });
}

const MARK = '\uFEFF';
const DECLARED = '<?xml version="1.0" encoding="UTF-16" standalone="yes"?>';

describe('a workbook in UTF-16 is read', () => {
  const files = workbookFiles({
    sheets: [textRows(['Nome', 'Telefone'], ['João 😀', '1']) + '<row r="3"><c r="A3" t="s"><v>0</v></c></row>'],
    shared: '<si><t>Ação 漢字</t></si>',
  });

  it.each<[string, Parameters<typeof inUtf16>[0]]>([
    ['little-endian, with its mark', { isBigEndian: false, mark: MARK }],
    ['big-endian, with its mark', { isBigEndian: true, mark: MARK }],
    ['little-endian, with mark and declaration', { isBigEndian: false, mark: MARK, declared: DECLARED }],
    ['big-endian, with mark and declaration', { isBigEndian: true, mark: MARK, declared: DECLARED }],
    ['little-endian, declared', { isBigEndian: false, mark: '', declared: DECLARED }],
    ['big-endian, declared', { isBigEndian: true, mark: '', declared: DECLARED }],
    ['little-endian, declared as such', { isBigEndian: false, mark: '', declared: DECLARED.replace('-16', '-16LE') }],
  ])('%s', async (_, written) => {
    const expected = ['Nome|Telefone', '2: João 😀|1', '3: Ação 漢字'];
    expect(await read(zipOf(files.map(inUtf16(written))))).toEqual(expected);
    const sheets = files.map((file) => (file.name.includes('worksheets') ? inUtf16(written)(file) : file));
    expect(await read(zipOf(sheets))).toEqual(expected);
  });

  it.each([true, false])('with half a character at the end, big-endian: %s', async (isBigEndian) => {
    const parts = files.map(inUtf16({ isBigEndian, mark: MARK }));
    const longer = parts.map(({ name, content }) => ({
      name,
      content: Buffer.concat([Buffer.from(content), Buffer.from('x')]),
    }));
    expect(await read(zipOf(longer))).toHaveLength(3);
  });
});

describe('a workbook is refused', () => {
  it.each<[string, () => Buffer, string]>([
    [
      'with a part that inflates to more than it says',
      () => zipOf([...plain, { name: 'xl/x.xml', content: Buffer.alloc(100_000), declaredSize: 9 }]),
      BROKEN,
    ],
    [
      'of which many parts inflate to 60 MB',
      () =>
        zipOf([
          ...plain,
          ...Array.from({ length: 60 }, (_, n) => ({ name: `xl/${n}.xml`, content: Buffer.alloc(MANY / 60) })),
        ]),
      LARGE,
    ],
    [
      'with more than 1,000 parts',
      () => zipOf([...plain, ...Array.from({ length: 1_000 }, (_, n) => ({ name: `xl/media/${n}.png`, content: '' }))]),
      'a planilha tem mais de 1.000 partes; salve de novo como .xlsx',
    ],
    [
      'with a billion laughs',
      () =>
        workbookOf({
          sheets: [textRows(['Telefone'], ['&c;'])],
          prologue: '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>',
        }),
      DOCTYPE,
    ],
    [
      'of which many cells share a long text',
      () =>
        workbookOf({
          sheets: [textRows(['Telefone']) + '<row><c t="s"><v>0</v></c></row>'.repeat(20_000)],
          shared: `<si><t>${'x'.repeat(10_000)}</t></si>`,
        }),
      LARGE,
    ],
    [
      'with a cell at the very end',
      () => workbookOf({ sheets: [HEADER + `<row r="1048576">${textCell('x', 'XFD1048576')}</row>`] }),
      BROKEN,
    ],
    [
      'with a row far below',
      () => workbookOf({ sheets: [HEADER + `<row r="40001">${textCell('x', 'A40001')}</row>`] }),
      'o arquivo pode ter até 40.000 linhas, contando as vazias; a linha 40001 passa do limite; divida o arquivo',
    ],
    [
      'with too many rows',
      () => workbookOf({ sheets: [textRows(['Telefone'], ...Array.from({ length: 20_001 }, () => ['1']))] }),
      'o arquivo pode ter até 20.000 linhas, sem contar o cabeçalho; a linha 20002 passa do limite; divida o arquivo',
    ],
    [
      'with too many columns',
      () => workbookOf({ sheets: [textRows(['Telefone'], Array<string>(300).fill('1'))] }),
      'o arquivo pode ter até 200 colunas; a linha 2, coluna 201, passa do limite',
    ],
    [
      'with too long a cell',
      () => workbookOf({ sheets: [textRows(['Telefone'], ['1', 'x'.repeat(10_001)])] }),
      'uma célula pode ter até 10.000 caracteres; a da linha 2, coluna 2, passa do limite',
    ],
    ['without rows', () => workbookOf({ sheets: [''] }), 'a planilha não tem linhas'],
    ['with a header alone', () => workbookOf({ sheets: [HEADER] }), 'o arquivo não tem linhas abaixo do cabeçalho'],
    [
      'with a billion laughs in UTF-16',
      () =>
        zipOf(
          workbookFiles({
            sheets: [textRows(['Telefone'], ['&c;'])],
            prologue: '<!DOCTYPE x [<!ENTITY c "ha">]>',
          }).map(inUtf16({ isBigEndian: true, mark: MARK })),
        ),
      DOCTYPE,
    ],
    [
      'with 40 MB of UTF-16 that are 60 MB of UTF-8',
      () =>
        zipOf([
          ...plain,
          ...Array.from({ length: 10 }, (_, n) => ({
            name: `xl/${n}.xml`,
            content: Buffer.from(`${MARK}${'漢'.repeat(MANY / 30)}`, 'utf16le'),
          })),
        ]),
      LARGE,
    ],
    ['that ends too early', () => workbookOf({ sheets: [HEADER] }).subarray(0, 900), BROKEN],
    ['whose sheet is missing', () => zipOf(plain.filter(({ name }) => !name.includes('sheet1'))), BROKEN],
    ['whose parts are no XML', () => zipOf(plain.map(({ name }) => ({ name, content: '<<<&' }))), BROKEN],
    [
      'that is another archive',
      () => zipOf([{ name: 'leads.csv', content: 'x' }]),
      'é um arquivo compactado (.zip); extraia e envie a planilha que está dentro',
    ],
  ])('%s', async (_, file, message) => {
    expect(await read(file())).toBe(message);
  });

  it('that takes too long, and its worker ends', async () => {
    WorkbookReader.patienceMs = 1;
    const reader = new WorkbookReader(workbookOf({ sheets: [HEADER] }));
    WorkbookReader.patienceMs = PATIENCE_MS;
    await expect(reader.rows({ sheet: 0, from: 0 })).rejects.toEqual(
      invalidFile('a planilha demora demais para ser lida; divida-a ou salve como CSV'),
    );
    await reader.end();
  });
});

const busy = (): Buffer => workbookOf({ sheets: [HEADER + `<row>${numberCell(1).repeat(30)}</row>`.repeat(4_000)] });

it('a worker ends when its caller has left', async () => {
  const file = busy();
  const leaving = new AbortController();
  const reading = readTable(file, { namesPhone, leaving: leaving.signal });
  setTimeout(() => leaving.abort(new Error('left')), 100);
  await expect(reading).rejects.toThrow('left');
  await expect(readTable(file, { namesPhone, leaving: leaving.signal })).rejects.toThrow('left');
});

it('a worker is not ended while it loads, which would abort the process', async () => {
  const heard = jest.spyOn(Worker.prototype, 'emit');
  const ended = jest.spyOn(Worker.prototype, 'terminate').mockImplementationOnce(function (this: Worker) {
    expect(heard.mock.calls).toContainEqual(['message', 'loaded']);
    ended.mockRestore();
    return this.terminate();
  });
  await new WorkbookReader(busy()).end();
  expect(heard.mock.calls).toContainEqual(['exit', 1]);
  heard.mockRestore();
});

it('two workbooks are read at once, each by a worker without environment', async () => {
  const threads = jest.requireActual<typeof import('node:worker_threads')>('node:worker_threads');
  const { Worker: Made } = threads;
  let [running, most] = [0, 0];
  const made = jest.spyOn(threads, 'Worker').mockImplementation((file, options) => {
    most = Math.max(most, ++running);
    return new Made(file, options).once('exit', () => running--);
  });
  const file = workbookOf({ sheets: [textRows(['Telefone'], ['1'])] });
  await Promise.all([1, 2, 3, 4].map(() => read(file)));
  expect(most).toBe(2);
  expect(made.mock.calls.map(([, options]) => options?.env)).toEqual([{}, {}, {}, {}]);
  made.mockRestore();
});
