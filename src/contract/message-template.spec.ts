import { filled, firstNameOf, unknownPlaceholders } from './message-template';

const VALUES = { nome: 'Maria', conta: 'Clínica Sorriso', vendedor: 'Bia' };

it.each([
  ['Oi {nome}, aqui é {vendedor}, da {conta}.', 'Oi Maria, aqui é Bia, da Clínica Sorriso.'],
  ['{nome}{nome} {nome}', 'MariaMaria Maria'],
  ['{nome}, tudo bem?\n\n{vendedor}', 'Maria, tudo bem?\n\nBia'],
  ['Chaves { soltas } e {', 'Chaves { soltas } e {'],
  ['👋 {nome} 💜', '👋 Maria 💜'],
  ['', ''],
])('%j is filled', (text, whole) => {
  expect(filled(text, VALUES)).toBe(whole);
});

it.each([
  ['Oi {nome}, tudo bem?', 'Oi, tudo bem?'],
  ['Oi {nome}!', 'Oi!'],
  ['Oi, {nome} tudo bem?', 'Oi, tudo bem?'],
  ['{nome}, tudo bem?', 'tudo bem?'],
  ['Bom dia.\n{nome}, tudo bem?', 'Bom dia.\ntudo bem?'],
  ['{nome}', ''],
])('%j without a name', (text, whole) => {
  expect(filled(text, { ...VALUES, nome: '' })).toBe(whole);
});

it('a value is not filled itself', () => {
  expect(filled('{nome} {conta}', { ...VALUES, nome: '{conta}', conta: '$& $1 {nome}' })).toBe('{conta} $& $1 {nome}');
});

it.each([
  ['Oi {nome}, {conta} {vendedor}', []],
  ['Oi {Nome} { nome } {} {foo}', ['{Nome}', '{ nome }', '{}', '{foo}']],
  ['{{nome}} {a{b}c}', ['{b}']],
  ['um { dois } }', ['{ dois }']],
])('of %j the unknown ones', (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown);
});

it.each([
  ['Maria da Silva', 'Maria'],
  ['  Ana\u00a0Lima ', 'Ana'],
  ['Bia', 'Bia'],
  ['', ''],
  ['   ', ''],
  [null, ''],
])('of the name %j the first is %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
