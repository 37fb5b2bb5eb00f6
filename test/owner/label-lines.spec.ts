import { labelLines } from '../../console/charts/label-lines';

it.each([
  ['Novo', ['Novo']],
  ['Rede social, sem anúncio', ['Rede social, sem', 'anúncio']],
  ['Aguardando a resposta do cliente', ['Aguardando a', 'resposta do…']],
  ['Em negociação com a diretoria da empresa', ['Em negociação com', 'a diretoria da…']],
  ['Otorrinolaringologista', ['Otorrinolaringolo…']],
])('the name %j of a bar is not cut off by the edge of a phone', (name, lines) => {
  expect(labelLines(name)).toEqual(lines);
});
