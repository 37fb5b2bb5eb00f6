import { atOnce } from '../../../test/support/at-once';
import { cardTable } from './vcard-table';
import { readTable } from './table';

const namesPhone = (cell: string): boolean => cell.startsWith('Telefone');

const card = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

async function read(text: string): Promise<Record<string, string>[]> {
  const { header, rows } = atOnce(cardTable(text, namesPhone));
  return rows.map(({ cells }) =>
    Object.fromEntries(header.flatMap((name, at) => (cells[at] ? [[name, cells[at]] as const] : []))),
  );
}

/** A number with a label of its own. */
const labelled = (label: string, number: string): string[] => [
  `item${number}.TEL:${number}`,
  `item${number}.X-ABLabel:${label}`,
];

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
    [
      'with its preferred number first, of version 4.0',
      ['FN:Ana', 'TEL;TYPE=cell:1', 'TEL;PREF=1;TYPE=cell:2'],
      { Nome: 'Ana', 'Telefone celular': '2', 'Telefone celular 2': '1' },
    ],
    ['with a parameter that is no type', ['FN:Ana', 'TEL;X-KIND=CELL:1'], { Nome: 'Ana', Telefone: '1' }],
    [
      'with a label whose group has other capitals',
      ['FN:Ana', 'ITEM1.TEL:1', 'item1.X-ABLabel:Celular'],
      { Nome: 'Ana', 'Telefone celular': '1' },
    ],
    ['with the encoding alone', ['FN;QUOTED-PRINTABLE:Jos=C3=A9', 'TEL:1'], { Nome: 'José', Telefone: '1' }],
    [
      'with bytes of its own charset',
      ['FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9', 'TEL:1'],
      { Nome: 'JosÃ©', Telefone: '1' },
    ],
    [
      'with a charset of something else',
      ['FN;X-CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9', 'TEL:1'],
      { Nome: 'José', Telefone: '1' },
    ],
    ['with the name of a picture', ['FN:Ana', 'NOTE:logo: azul'], { Nome: 'Ana', Observações: 'logo: azul' }],
    ['with a number twice', ['FN:Ana', 'TEL;TYPE=CELL:1', 'TEL;TYPE=CELL:1'], { Nome: 'Ana', 'Telefone celular': '1' }],
    ['with small letters', ['fn:Ana', 'tel;type=cell:1'], { Nome: 'Ana', 'Telefone celular': '1' }],
    [
      'with an assistant',
      ['FN:Ana', 'AGENT:', 'BEGIN:VCARD', 'FN:Bia', 'TEL:2', 'END:VCARD', 'TEL:1'],
      { Nome: 'Ana', Telefone: '1' },
    ],
    [
      'with an assistant after other lines',
      ['N:Ávila;Ana', 'FN:Ana', 'EMAIL:ana@example.com', 'AGENT:', 'X-KIND:1', 'BEGIN:VCARD', 'TEL:2', 'END:VCARD'],
      { Nome: 'Ana', 'E-mail': 'ana@example.com' },
    ],
    [
      'with an appointment inside',
      ['FN:Ana', 'BEGIN:VEVENT', 'SUMMARY:Visita', 'END:VEVENT', 'TEL:1'],
      { Nome: 'Ana', Telefone: '1' },
    ],
    ['with a note of one word', ['NOTE:vCard', 'FN:Ana'], { Nome: 'Ana', Observações: 'vCard' }],
    ['with blanks around its values', ['FN: Ana Ávila ', 'TEL;CELL: +55 11 98765-4321 '], ANA],
    [
      'with several notes, one of them empty',
      ['FN:Ana', 'NOTE:Cliente antiga\\NVIP', 'NOTE:', 'NOTE:Pasta C:\\\\ana\\'],
      { Nome: 'Ana', Observações: 'Cliente antiga\nVIP\nPasta C:\\ana\\' },
    ],
    [
      'with tags of several lines',
      ['FN:Ana', 'CATEGORIES:Casa\\, jardim,,VIP', 'CATEGORIES: Obra ,Starred'],
      { Nome: 'Ana', Etiquetas: 'Casa, jardim;VIP;Obra' },
    ],
    [
      'with addresses for e-mail, one of them with a name',
      ['FN:Ana', 'EMAIL:MAILTO:ana@example.com', 'EMAIL:Ana <mailto:ana@trabalho.example>'],
      { Nome: 'Ana', 'E-mail': 'ana@example.com', 'E-mail 2': 'Ana <mailto:ana@trabalho.example>' },
    ],
    [
      'with an address for calls, and a number that names one',
      ['FN:Ana', 'TEL:TEL:+55-11-3333-1001;ext=5;phone-context=br', 'TEL:Recado tel: 3333-1002; Bia'],
      { Nome: 'Ana', Telefone: '+55-11-3333-1001', 'Telefone 2': 'Recado tel: 3333-1002; Bia' },
    ],
    [
      'with properties of a hundred thousand characters',
      ['FN:Ana', 'TEL:1', `NOTE:${' '.repeat(99_994)}x`],
      { Nome: 'Ana', Telefone: '1', Observações: 'x' },
    ],
    [
      'without what stands beyond them',
      ['FN:Ana', 'TEL:1', `NOTE:${' '.repeat(99_995)}x`, `TEL${';CELL'.repeat(20_000)}:2`],
      { Nome: 'Ana', Telefone: '1' },
    ],
    [
      'with two hundred thousand characters',
      ['FN:Ana', 'TEL:1', ...Array<string>(3).fill(`NOTE:${' '.repeat(66_665)}`), 'EMAIL:a'],
      { Nome: 'Ana', Telefone: '1', 'E-mail': 'a' },
    ],
    [
      'without what comes after them',
      ['FN:Ana', 'TEL:1', ...Array<string>(3).fill(`NOTE:${' '.repeat(66_666)}`), 'EMAIL:a'],
      { Nome: 'Ana', Telefone: '1' },
    ],
    [
      'with the first hundred characters of a label, which many numbers may have',
      ['FN:Ana', ...labelled(`${'.'.repeat(93)}Celular`, '1'), ...labelled(`${'.'.repeat(94)}Celular`, '2')],
      { Nome: 'Ana', 'Telefone celular': '1', Telefone: '2' },
    ],
    [
      'without the numbers of machines',
      [
        'FN:Ana',
        'TEL;HOME;FAX:1',
        'TEL;PAGER:2',
        'TEL;MODEM:3',
        ...labelled('Fax', '4'),
        'TEL:5',
        ...labelled('_$!<HomeFAX>!$_', '6'),
      ],
      { Nome: 'Ana', Telefone: '5' },
    ],
    [
      'with labels of mobile phones',
      [
        'FN:Ana',
        ...labelled('_$!<Mobile>!$_', '1'),
        ...labelled('iPhone', '2'),
        ...labelled('Celular da Ana', '3'),
        ...labelled('MÓVEL', '4'),
        ...labelled('Movel 2', '5'),
        ...labelled('WhatsApp', '6'),
      ],
      {
        Nome: 'Ana',
        'Telefone celular': '1',
        'Telefone celular 2': '2',
        'Telefone celular 3': '3',
        'Telefone celular 4': '4',
        'Telefone celular 5': '5',
        'Telefone celular 6': '6',
      },
    ],
    [
      'with labels of places',
      [
        'FN:Ana',
        ...labelled('Trabalho', '1'),
        ...labelled('Comercial', '2'),
        ...labelled('Casa', '3'),
        ...labelled('Residencial', '4'),
        ...labelled('123', '5'),
      ],
      {
        Nome: 'Ana',
        Telefone: '5',
        'Telefone comercial': '1',
        'Telefone comercial 2': '2',
        'Telefone residencial': '3',
        'Telefone residencial 2': '4',
      },
    ],
    ['with a label that belongs to no number', ['FN:Ana', 'TEL:1', 'X-ABLabel:Casa'], { Nome: 'Ana', Telefone: '1' }],
    ['without a number', ['FN:Ana', 'EMAIL:ana@example.com'], { Nome: 'Ana', 'E-mail': 'ana@example.com' }],
  ])('%s', async (_, lines, expected) => {
    expect(await read(card(...lines))).toEqual([expected]);
  });
});

describe('a file of contacts', () => {
  it('has a row for each card, by its number, and columns in one order', async () => {
    const text = card('FN:Ana', 'TEL;TYPE=HOME:1') + card('N:;;;;') + card('FN:Bia', 'TEL;TYPE=CELL:2', 'TEL:3');
    expect(atOnce(cardTable(text, namesPhone))).toEqual({
      header: ['Nome', 'Telefone celular', 'Telefone', 'Telefone residencial'],
      rows: [
        { number: 1, cells: ['Ana', '', '', '1'] },
        { number: 3, cells: ['Bia', '2', '3', ''] },
      ],
    });
  });

  it('has columns for a name and a mobile phone even if nobody has them, and at most 20 of a kind', async () => {
    const addresses = Array.from({ length: 21 }, (_, n) => `EMAIL:ana${n}@example.com`);
    const { header } = atOnce(cardTable(card(...addresses), namesPhone));
    expect([header.slice(0, 4), header.slice(-1)]).toEqual([
      ['Nome', 'Telefone celular', 'E-mail', 'E-mail 2'],
      ['E-mail 20'],
    ]);
  });

  it('may end before its last card does, and have one without an end', async () => {
    const text = ['BEGIN:VCARD', 'FN:Ana', 'BEGIN:VCARD', 'FN:Bia'].join('\n');
    expect(await read(text)).toEqual([{ Nome: 'Ana' }, { Nome: 'Bia' }]);
  });

  it.each<[string, string]>([
    ['blanks after the edges of its cards', card('FN:Ana').replaceAll('VCARD', 'VCARD ')],
    ['edges in small letters', card('FN:Ana').toLowerCase().replace('fn:ana', 'FN:Ana')],
    ['a card that begins twice', `BEGIN:VCARD\n${card('FN:Ana')}`],
    ['a card that ends twice', `${card('FN:Ana')}END:VCARD\n`],
    ['lines outside of its cards', `FN:Bia\n${card('FN:Ana')}TEL:1\n`],
  ])('may have %s', async (_, text) => {
    expect(await read(text)).toEqual([{ Nome: 'Ana' }]);
  });

  it('is read up to 500 lines of a card, without those that nobody reads', async () => {
    const numbers = Array<string>(498).fill('TEL:1');
    expect(await read(card('VERSION:3.0', 'FN:Ana', ...numbers, 'EMAIL:ana@example.com', 'NOTE:Cliente'))).toEqual([
      { Nome: 'Ana', Telefone: '1', 'E-mail': 'ana@example.com' },
    ]);
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

  it('with a card of twenty thousand numbers is read quickly, and without most of them', async () => {
    const { header } = atOnce(
      cardTable(card('FN:Ana', ...Array<string>(20_000).fill('a.TEL:1'), 'a.X-ABLabel:x'), namesPhone),
    );
    const many = atOnce(cardTable(card(...Array.from({ length: 20_000 }, (_, n) => `TEL:${n}`)), namesPhone));
    expect([header.length, many.header.length]).toEqual([3, 22]);
  });

  it('is read on with the next contact, whatever the size of the one before', async () => {
    const large = card('FN:Ana', `NOTE:${' '.repeat(99_000)}`, `NOTE:${' '.repeat(99_000)}`);
    expect(await read(`${large}${large}${card('FN:Bia')}`)).toEqual([
      { Nome: 'Ana' },
      { Nome: 'Ana' },
      { Nome: 'Bia' },
    ]);
  });

  it('is given up when its sender has left', async () => {
    await expect(
      readTable(Buffer.from(card('FN:Ana')), { namesPhone, leaving: AbortSignal.abort(new Error('left')) }),
    ).rejects.toThrow('left');
  });
});
