import { refusedFile } from './refused-file';

const made = (header: string[], rows: [number, ...string[]][], refused: Record<number, [string, string][]>) =>
  [
    ...refusedFile(
      header,
      rows.map(([number, ...cells]) => ({ number, cells })),
      Object.entries(refused).map(([number, fields]) => ({
        number: Number(number),
        fields: fields.map(([field, message]) => ({ field, message })),
      })),
    ),
  ]
    .join('')
    .split('\r\n');

it('has the refused rows with their columns as they were, and the reasons in the words of owners', () => {
  const rows: [number, ...string[]][] = [
    [2, 'Ana', '1'],
    [3, 'Bia; B', '2', 'x'],
    [5, '+Caio'],
    [6, 'Davi', '-3'],
  ];
  const refused: Record<number, [string, string][]> = {
    3: [
      ['phone', 'ruim'],
      ['tags.0', 'longa'],
    ],
    5: [['row', 'curta']],
    6: [['x', 'y']],
  };
  expect(made(['Nome', 'Telefone'], rows, refused)).toEqual([
    '\uFEFFNome;Telefone;motivo',
    '"Bia; B";2;x;"Telefone: ruim; Etiquetas: longa"',
    "'+Caio;;Linha: curta",
    "Davi;'-3;x: y",
    '',
  ]);
});

it('leaves out the reasons of an earlier time, and may be empty', () => {
  expect(made(['Motivo', 'Telefone'], [[2, 'antes', '1']], { 2: [['phone', 'agora']] })).toEqual([
    '\uFEFFTelefone;motivo',
    '1;Telefone: agora',
    '',
  ]);
  expect([...refusedFile(['a'], [{ number: 2, cells: ['1'] }], [])]).toEqual(['\uFEFFa;motivo\r\n']);
  expect([...refusedFile(['a'], [{ number: 2, cells: ['1'] }], [{ number: 2, fields: null }])][1]).toBe('1;\r\n');
});
