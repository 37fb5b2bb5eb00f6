import { tagsCell, tagsIn } from './texts';

it.each([
  ['one', 'vip', ['vip']],
  ['several after semicolons and bars', ' vip; novo | ;quente', ['vip', 'novo', 'quente']],
  ['several after commas, as CRMs export them', 'cliente, promo-agosto', ['cliente', 'promo-agosto']],
  ['the labels of Google, without its own groups', 'Clientes ::: * myContacts', ['Clientes']],
  ['Google’s own group alone', '* myContacts', []],
  ['one in quotes that has a comma', '"São Paulo, SP", vip', ['São Paulo, SP', 'vip']],
  ['one in quotes that has quotes', '"o ""Zé"", do gás"', ['o "Zé", do gás']],
  ['one in quotes that has bare quotes', '"o "Zé" do gás", vip', ['o "Zé" do gás', 'vip']],
  ['one with quotes inside', 'o "Zé", vip', ['o "Zé"', 'vip']],
  ['one with a bare quote', 'tela 5", nova', ['tela 5"', 'nova']],
  ['one with a quote that is not closed', '"aberta, nova', ['"aberta', 'nova']],
  ['lines', 'vip\nnovo', ['vip', 'novo']],
  ['none', ' ;, | ', []],
])('the tags of a cell: %s', (_, cell, tags) => {
  expect(tagsIn(cell)).toEqual(tags);
});

it.each([[['vip', 'São Paulo, SP', 'a "b"', 'x;y', 'a ::: b', '5"', '* dela', '::: c', '"', '=1']]])(
  'a cell is read as the tags that wrote it: %j',
  (tags) => {
    expect(tagsIn(tagsCell(tags))).toEqual(tags);
  },
);

it('only a tag that would be read otherwise is written in quotes', () => {
  expect(tagsCell(['vip', '2 * 3', '* dela'])).toBe('vip, 2 * 3, "* dela"');
});
