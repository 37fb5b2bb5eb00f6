import { turnsDuring } from '../../../test/support/loop-turns';
import { cardTable } from './card-table';
import { readTable } from './table';

const namesPhone = (cells: readonly string[]): boolean => cells.some((cell) => cell.startsWith('Telefone'));

/** A card with these lines. */
const card = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

/** The cells of a file of cards, by its columns; one row a card. */
async function read(text: string): Promise<Record<string, string>[]> {
  const { header, rows } = await cardTable(text, namesPhone);
  return rows.map(({ cells }) =>
    Object.fromEntries(header.flatMap((name, at) => (cells[at] ? [[name, cells[at]] as const] : []))),
  );
}

const ANA = { Nome: 'Ana Ávila', 'Telefone celular': '+55 11 98765-4321' };

describe('a contact is read', () => {
  it.each<[string, string[], Record<string, string>]>([
    [
      'as an iPhone exports it',
      [
        'VERSION:3.0',
        'PRODID:-//Apple Inc.//iPhone OS 18.0//EN',
        'N:Ávila;Ana;;;',
        'FN:Ana Ávila',
        'item1.EMAIL;type=INTERNET;type=HOME;type=pref:ana@example.com',
        'TEL;type=CELL;type=VOICE;type=pref:+55 11 98765-4321',
        'item2.TEL:(11) 3333-1001',
        'item2.X-ABLabel:_$!<Work>!$_',
        'NOTE:Cliente antiga\\nprefere tarde\\, sempre',
      ],
      {
        ...ANA,
        'Telefone comercial': '(11) 3333-1001',
        'E-mail': 'ana@example.com',
        Observações: 'Cliente antiga\nprefere tarde, sempre',
      },
    ],
    [
      'as an Android phone exports it',
      [
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=81vila;Ana;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=41=6E=61=20=',
        '=C3=81vila',
        'TEL;CELL;PREF:+55 11 98765-4321',
        'TEL;HOME:1133331001',
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
        ' TEL;CELL:4444',
        ' AAAA',
        '',
      ],
      { ...ANA, 'Telefone residencial': '1133331001' },
    ],
    [
      'as Google exports it',
      [
        'VERSION:3.0',
        'FN:Ana Ávila',
        'N:Ávila;Ana;;;',
        'EMAIL;TYPE=INTERNET:ana@example.com',
        'EMAIL;TYPE=INTERNET;TYPE=WORK:ana@trabalho.example',
        'TEL;TYPE=CELL:+55 11 98765-4321',
        'TEL;TYPE=CELL:+55 11 98765-4322',
        'CATEGORIES:Clientes,VIP,myContacts',
      ],
      {
        ...ANA,
        'Telefone celular 2': '+55 11 98765-4322',
        'E-mail': 'ana@example.com',
        'E-mail 2': 'ana@trabalho.example',
        Etiquetas: 'Clientes;VIP',
      },
    ],
    [
      'as Outlook exports it, in Windows-1252',
      [
        'VERSION:2.1',
        'N;LANGUAGE=pt-br;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:=C1vila;Ana',
        'TEL;WORK;FAX:(11) 3333-9999',
        'TEL;CELL;VOICE:+55 11 98765-4321',
      ],
      ANA,
    ],
    [
      'as WhatsApp sends it',
      [
        'VERSION:3.0',
        'N:;Ana Ávila;;;',
        'FN:Ana Ávila',
        'item1.TEL;waid=5511987654321:+55 11 98765-4321',
        'item1.X-ABLabel:Outro',
      ],
      ANA,
    ],
    [
      'of version 4.0',
      ['VERSION:4.0', 'FN:Ana Ávila', 'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+55-11-98765-4321;ext=5'],
      { ...ANA, 'Telefone celular': '+55-11-98765-4321' },
    ],
    ['with lines that go on', ['FN:Ana', '  Ávila', 'TEL;TYPE=CELL:+55 11 9876', ' 5-4321'], ANA],
    [
      'without a name for people',
      ['N:Ávila;Ana;Maria;Dra.;Jr.', 'TEL:1'],
      { Nome: 'Dra. Ana Maria Ávila Jr.', Telefone: '1' },
    ],
    [
      'with its preferred number first',
      ['FN:Ana', 'TEL;TYPE=CELL:1', 'TEL;TYPE=CELL,PREF:2'],
      { Nome: 'Ana', 'Telefone celular': '2', 'Telefone celular 2': '1' },
    ],
    ['with a number twice', ['FN:Ana', 'TEL;TYPE=CELL:1', 'TEL;TYPE=CELL:1'], { Nome: 'Ana', 'Telefone celular': '1' }],
    ['with small letters', ['fn:Ana', 'tel;type=cell:1'], { Nome: 'Ana', 'Telefone celular': '1' }],
    [
      'with an assistant',
      ['FN:Ana', 'AGENT:', 'BEGIN:VCARD', 'FN:Bia', 'TEL:2', 'END:VCARD', 'TEL:1'],
      { Nome: 'Ana', Telefone: '1' },
    ],
    ['without a number', ['FN:Ana', 'EMAIL:ana@example.com'], { Nome: 'Ana', 'E-mail': 'ana@example.com' }],
  ])('%s', async (_, lines, expected) => {
    expect(await read(card(...lines))).toEqual([expected]);
  });
});

describe('a file of contacts', () => {
  it('has a row for each card, by its number, and columns in one order', async () => {
    const text = card('FN:Ana', 'TEL;TYPE=HOME:1') + card('N:;;;;') + card('FN:Bia', 'TEL;TYPE=CELL:2', 'TEL:3');
    expect(await cardTable(text, namesPhone)).toEqual({
      header: ['Nome', 'Telefone celular', 'Telefone', 'Telefone residencial'],
      rows: [
        { number: 1, cells: ['Ana', '', '', '1'] },
        { number: 3, cells: ['Bia', '2', '3', ''] },
      ],
    });
  });

  it('may end before its last card does, and have one without an end', async () => {
    const text = ['BEGIN:VCARD', 'FN:Ana', 'BEGIN:VCARD', 'FN:Bia'].join('\n');
    expect(await read(text)).toEqual([{ Nome: 'Ana' }, { Nome: 'Bia' }]);
  });

  it.each<[string, BufferEncoding, string]>([
    ['in UTF-8 with BOM', 'utf8', '\uFEFF'],
    ['in UTF-16', 'utf16le', '\uFEFF'],
    ['in Windows-1252', 'latin1', ''],
  ])('is told by its first bytes: %s', async (_, encoding, mark) => {
    const bytes = Buffer.from(`${mark}${card('FN:João', 'TEL;CELL:1')}`, encoding);
    const { header, rows, delimiter } = await readTable(bytes, { namesPhone });
    expect([header, rows, delimiter]).toEqual([
      ['Nome', 'Telefone celular'],
      [{ number: 1, cells: ['João', '1'] }],
      null,
    ]);
  });

  it('with large pictures is read in time that grows with its size, with the work of others in between', async () => {
    const picture = `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(70)}\r\n${` ${'A'.repeat(74)}\r\n`.repeat(300)}`;
    const text = Array.from({ length: 200 }, (_, n) => card(`FN:Pessoa ${n}`, `TEL;TYPE=CELL:${n}`, picture)).join('');
    expect(text.length).toBeGreaterThan(4_000_000);
    const { answer, longestShare } = await turnsDuring(() => cardTable(text, namesPhone));
    expect(answer.rows).toHaveLength(200);
    expect(longestShare).toBeLessThan(0.25);
  });

  it('with a card of a hundred thousand numbers is read quickly, and without most of them', async () => {
    const { header } = await cardTable(
      card('FN:Ana', ...Array<string>(100_000).fill('a.TEL:1'), 'a.X-ABLabel:x'),
      namesPhone,
    );
    const many = await cardTable(card(...Array.from({ length: 100_000 }, (_, n) => `TEL:${n}`)), namesPhone);
    expect([header.length, many.header.length]).toEqual([3, 22]);
  });

  it('is given up when its sender has left', async () => {
    await expect(cardTable(card('FN:Ana'), namesPhone, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });
});
