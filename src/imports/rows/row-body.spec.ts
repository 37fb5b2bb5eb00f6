import { atOnce } from '../../../test/support/at-once';
import { processorMs } from '../../../test/support/linear-time';
import type { ImportColumn } from '../../contract/import-columns';
import { SIGNALS } from '../../contract/origin';
import { withoutQuote } from '../cells/texts';
import { IGNORED } from '../columns/column';
import { headerRank } from '../headers/recognised-header';
import { memberNames } from './account-names';
import { type RowDefaults, rowBody } from './row-body';

const PHONE = '(11) 98765-4321';
const MEMBER_OF = memberNames([{ id: 'bia', name: 'Bia', emailKey: 'bia@example.com' }]);

function read(
  columns: [field: ImportColumn | null, cell: string, header?: string][],
  defaults: RowDefaults = {},
  isExport = false,
) {
  const headers = columns.map(([field, , header]) => header ?? field ?? '');
  const reading = {
    isExport,
    textOf: withoutQuote,
    columns: columns.map(([field]) => ({ ...IGNORED, field })),
    headers,
    ranks: headers.map(headerRank),
    answers: {},
    moments: { monthFirst: false },
    defaults,
    memberOf: MEMBER_OF,
  };
  const cells = columns.map(([, cell]) => cell);
  return atOnce(rowBody(cells, reading));
}

it.each<[ImportColumn, string, object]>([
  ['name', ' Ana\nMaria ', { name: 'Ana Maria' }],
  ['email', ' a@example.com', { email: 'a@example.com' }],
  ['email', 'Ana <a@example.com>', { email: 'a@example.com' }],
  ['email', ' sem ', { email: 'sem' }],
  ['email', ' ana|loja@example.com ', { email: 'ana|loja@example.com' }],
  ['notes', 'linha 1\nlinha 2 ', { notes: 'linha 1\nlinha 2' }],
  ['notes', "'=1", { notes: '=1' }],
  ['external_id', 'p-1', { external_id: 'p-1' }],
  ['tags', 'vip; novo |quente', { tags: ['vip', 'novo', 'quente'] }],
  ['tags', '* myContacts', {}],
  ['consent', 'VERDADEIRO', { consent: true }],
  ['consent', ' Falso ', { consent: false }],
  ['consent', 'talvez', { consent: 'talvez' }],
  ['origin', ' Instagram ', { origin: 'social' }],
  ['origin', 'Panfleto', { origin: 'Panfleto' }],
  ['created_at', ' 23/11/2026 ', { created_at: '2026-11-23T03:00:00.000Z' }],
  ['created_at', 'ontem', { created_at: 'ontem' }],
  ['deal.value', '1.234,50', { deal: { value: 1234.5 } }],
  ['deal.value', 'R$ -   ', {}],
  ['deal.value', '1,234', { deal: { value: '1,234' } }],
  ['deal.stage_id', ' Novo ', { deal: { stage_id: 'Novo' } }],
  ['deal.pipeline_id', ' Vendas ', { deal: { pipeline_id: 'Vendas' } }],
  ['responsible', ' BIA ', { responsible: 'bia' }],
  ['responsible', 'Caio', { responsible: 'Caio' }],
  ['name', '  ', {}],
])('%s: %j', (column, cell, expected) => {
  expect(read([[column, cell]])).toEqual({ phone: undefined, phoneTexts: [], body: expected, leftOut: [] });
});

it.each(SIGNALS)('%s is a signal, as it is', (signal) => {
  expect(read([[signal, ' x ']]).body).toEqual({ attribution: { [signal]: ' x ' } });
});

describe('the phone', () => {
  it.each<[string, [ImportColumn, string, string][], string | undefined]>([
    [
      'is the mobile number before the landline',
      [
        ['phone', '(11) 3333-0501', 'Telefone fixo'],
        ['phone', PHONE, 'Celular'],
      ],
      '5511987654321',
    ],
    [
      'is the mobile number before WhatsApp',
      [
        ['phone', '(11) 98888-0501', 'WhatsApp'],
        ['phone', PHONE, 'Celular'],
      ],
      '5511987654321',
    ],
    [
      'is WhatsApp before another',
      [
        ['phone', '(11) 98888-0501', 'Telefone'],
        ['phone', PHONE, 'WhatsApp'],
      ],
      '5511987654321',
    ],
    [
      'is another before the landline',
      [
        ['phone', '(11) 3333-0501', 'Telefone comercial'],
        ['phone', PHONE, 'Telefone'],
      ],
      '5511987654321',
    ],
    [
      'is the more exact of one kind',
      [
        ['phone', '(11) 98888-0501', 'Telefone de recado'],
        ['phone', PHONE, 'Telefone'],
      ],
      '5511987654321',
    ],
    [
      'is the landline before a mobile number under an unknown header',
      [
        ['phone', '(11) 98888-0501', 'Celular do responsável'],
        ['phone', '(11) 3333-1001', 'Telefone fixo'],
      ],
      '551133331001',
    ],
    [
      'is the first of columns that are alike',
      [
        ['phone', PHONE, 'Phone 1 - Value'],
        ['phone', '(11) 98888-0501', 'Phone 2 - Value'],
      ],
      '5511987654321',
    ],
    [
      'is the next one, where the first cannot be used',
      [
        ['phone', '*144', 'Celular'],
        ['phone', PHONE, 'Telefone'],
      ],
      '5511987654321',
    ],
    [
      'is none, where none can be used',
      [
        ['phone', '*144', 'Celular'],
        ['phone', '190', 'Telefone'],
      ],
      undefined,
    ],
  ])('%s', (_, columns, digits) => {
    expect(read(columns).phone?.digits).toBe(digits);
  });

  it('may lack its area code, where the import gives one', () => {
    expect(read([['phone', '98765-4321']], { areaCode: '11' }).phone?.digits).toBe('5511987654321');
  });

  it('that cannot be used is told, in the order of its columns', () => {
    expect(
      read([
        ['phone', '3', 'Fixo'],
        ['phone', ' ', 'x'],
        ['phone', '1', 'Celular'],
      ]).phoneTexts,
    ).toEqual(['1', '3']);
  });
});

describe('several columns', () => {
  it('of a name are joined', () => {
    expect(
      read([
        ['name', 'Zé'],
        ['name', ' '],
        ['name', 'do Gás'],
      ]).body,
    ).toEqual({ name: 'Zé do Gás' });
  });

  it('of an e-mail: the first valid one', () => {
    expect(
      read([
        ['email', 'x'],
        ['email', 'a@example.com'],
        ['email', 'b@example.com'],
      ]).body,
    ).toEqual({ email: 'a@example.com' });
    expect(
      read([
        ['email', 'bills@example.com', 'Billing Email'],
        ['email', 'a@example.com', 'E-mail'],
      ]).body,
    ).toEqual({ email: 'a@example.com' });
  });

  it('of tags: all', () => {
    expect(
      read([
        ['tags', 'a, b'],
        ['tags', 'c'],
      ]).body,
    ).toEqual({ tags: ['a', 'b', 'c'] });
  });

  it('of notes: a line each, with the header; one column has none', () => {
    const two = read([
      ['notes', 'manhã', 'Melhor horário?'],
      ['notes', 'Oi\nTchau', 'Mensagem'],
    ]).body;
    expect(two).toEqual({ notes: 'Melhor horário?: manhã\nMensagem: Oi\nTchau' });
  });
});

describe('what is too much is left out, and said', () => {
  it.each<[string, ImportColumn, string, object, string]>([
    [
      'a sixth tag',
      'tags',
      'a,b,c,d,e,f',
      { tags: ['a', 'b', 'c', 'd', 'e'] },
      'só as 5 primeiras etiquetas foram lidas; as outras ficaram de fora',
    ],
    [
      'the end of a long name',
      'name',
      'n'.repeat(121),
      { name: 'n'.repeat(120) },
      'tem mais de 120 caracteres; o que passa disso ficou de fora',
    ],
    [
      'the end of a long note',
      'notes',
      '🦷'.repeat(501),
      { notes: '🦷'.repeat(500) },
      'tem mais de 500 caracteres; o que passa disso ficou de fora',
    ],
  ])('%s', (_, column, cell, body, message) => {
    const row = read([[column, cell]]);
    expect([row.body, row.leftOut]).toEqual([body, [{ field: column, message }]]);
  });

  it('a phone or an address after the twentieth', () => {
    const after20 = (field: ImportColumn, bad: string, good: string) =>
      read([...Array.from({ length: 20 }, (): [ImportColumn, string] => [field, bad]), [field, good]]);
    expect(after20('phone', '1', PHONE)).toMatchObject({ phone: undefined, phoneTexts: Array(20).fill('1') });
    expect(after20('email', 'x', 'a@example.com').body).toEqual({ email: 'x' });
  });

  it('a cell after the last column', () => {
    const read = (cells: string[]) =>
      atOnce(
        rowBody(cells, {
          columns: [{ ...IGNORED, field: 'phone' }],
          headers: ['Fone'],
          ranks: [0],
          answers: {},
          moments: { monthFirst: false },
          defaults: {},
          memberOf: MEMBER_OF,
          isExport: false,
          textOf: withoutQuote,
        }),
      );
    expect(read([PHONE, '', 'x'])).toMatchObject({
      phone: { digits: '5511987654321' },
      leftOut: [
        { field: 'row', message: 'a linha tem mais células do que o cabeçalho; as que sobram ficaram de fora' },
      ],
    });
    expect(read([PHONE, '', ' ']).leftOut).toEqual([]);
  });
});

describe('what the import says holds for rows that say nothing themselves', () => {
  const defaults: RowDefaults = { origin: 'social', tags: ['feira'], consent: true };

  it('a row without them', () => {
    expect(
      read(
        [
          ['name', 'Ana'],
          ['tags', ''],
          ['origin', ' '],
          ['consent', ''],
        ],
        defaults,
      ).body,
    ).toEqual({ name: 'Ana', ...defaults });
  });

  it('a row with its own', () => {
    const body = { origin: 'direct', tags: ['vip'], consent: false };
    expect(
      read(
        [
          ['tags', 'vip'],
          ['origin', 'Direto'],
          ['consent', 'não'],
        ],
        defaults,
      ).body,
    ).toEqual(body);
  });

  it('a row whose own cannot be read does not get them', () => {
    expect(
      read(
        [
          ['origin', 'Panfleto'],
          ['consent', 'talvez'],
        ],
        defaults,
      ).body,
    ).toEqual({ origin: 'Panfleto', consent: 'talvez', tags: ['feira'] });
  });
});

it.each<[string, [ImportColumn, string, string][]]>([
  ['200 columns of phones', Array.from({ length: 200 }, (_, index) => ['phone', '1', `Telefone celular ${index}`])],
  ['a cell of many phones', [['phone', '+1/'.repeat(3_000), 'Telefone']]],
  ['a cell of many addresses', [['email', 'a@b,'.repeat(2_500), 'E-mail']]],
])('reads %s quickly, row after row', (_, columns) => {
  const headers = columns.map(([, , header]) => header);
  const ranks = headers.map(headerRank);
  const reading = {
    columns: columns.map(([field]) => ({ ...IGNORED, field })),
    headers,
    ranks,
    answers: {},
    moments: { monthFirst: false },
    defaults: {},
    memberOf: MEMBER_OF,
    isExport: false,
    textOf: withoutQuote,
  };
  const cells = columns.map(([, cell]) => cell);
  const spent = processorMs(() => {
    for (let row = 0; row < 300; row++) atOnce(rowBody(cells, reading));
  });
  expect(spent).toBeLessThan(3_000);
});

describe('a row of an export', () => {
  const exported = (...columns: [ImportColumn, string][]) => read(columns, {}, true);
  const [record, tags] = ['a'.repeat(2_000), Array.from({ length: 100 }, (_, index) => `t${index}`)];

  it('has the whole record of a lead, and all of its tags', () => {
    const row = exported(['notes', record], ['tags', tags.join(', ')], ['deal.value', '1,00']);
    expect(row).toMatchObject({ body: { notes_record: record, tags, deal: { value: 1 } }, leftOut: [] });
    expect(row.body).not.toHaveProperty('notes');
  });

  it('has not more than a lead may have', () => {
    const { body, leftOut } = exported(['notes', `${record}b`], ['tags', `${tags.join(', ')}, x`], ['deal.value', '1']);
    expect([body.notes_record, body.tags]).toEqual([record, tags]);
    expect(leftOut.map(({ field }) => field)).toEqual(['notes', 'tags']);
  });

  it('without a pipeline, a stage and a value is about a lead that has no deal', () => {
    expect(exported(['name', 'Ana'], ['deal.stage_id', ' ']).body).toEqual({ name: 'Ana', without_deal: true });
    expect(read([['name', 'Ana']], { stageId: 'x' }, true).body).toEqual({ name: 'Ana' });
  });
});
