import { dealIds, dealNames, distinctNames, memberNames } from './account-names';

const id = (digit: number): string => `0190a5c4-0000-7000-8000-00000000000${digit}`;
const stage = (digit: number, name: string, isWon = false) => ({ id: id(digit), name, isWon });

const NAMES = dealNames([
  { id: id(1), name: 'Vendas', stages: [stage(3, 'Novo'), stage(4, 'Em negociação'), stage(5, 'Ganho', true)] },
  { id: id(2), name: 'Pós-venda', stages: [stage(6, 'Novo'), stage(7, 'Feito')] },
]);

it.each<[string, object, object]>([
  ['a stage of the default pipeline', { stage_id: 'EM NEGOCIACAO ' }, { pipeline_id: id(1), stage_id: id(4) }],
  ['a stage that several pipelines have', { stage_id: 'novo' }, { pipeline_id: id(1), stage_id: id(3) }],
  ['a stage that only another pipeline has', { stage_id: 'feito' }, { pipeline_id: id(2), stage_id: id(7) }],
  ['a pipeline', { pipeline_id: 'pós-Venda' }, { pipeline_id: id(2) }],
  [
    'a stage of a named pipeline',
    { pipeline_id: 'pos-venda', stage_id: 'novo' },
    { pipeline_id: id(2), stage_id: id(6) },
  ],
  [
    'a stage of a pipeline by its id',
    { pipeline_id: id(2), stage_id: 'novo' },
    { pipeline_id: id(2), stage_id: id(6) },
  ],
  ['ids, whatever they are', { pipeline_id: id(8), stage_id: id(9) }, { pipeline_id: id(8), stage_id: id(9) }],
  ['an id in capitals', { stage_id: id(5).toUpperCase() }, { stage_id: id(5).toUpperCase() }],
  ['a value alone', { value: 1 }, { value: 1 }],
])('%s', (_, deal, expected) => {
  expect(dealIds(NAMES, deal)).toEqual({ deal: expected, leftOut: [] });
});

const NO_PIPELINE = {
  field: 'deal.pipeline_id',
  message: 'não há funil com este nome; o negócio vai para o funil padrão',
};
const NO_STAGE = {
  field: 'deal.stage_id',
  message: 'não há etapa com este nome no funil; o negócio vai para a etapa de entrada',
};
const WON = {
  field: 'deal.stage_id',
  message: 'a etapa é de ganho, que exige o fechamento do negócio; ele vai para a etapa de entrada',
};

it.each<[string, object, object, object[]]>([
  ['names that nothing has', { pipeline_id: 'x', stage_id: 'y', value: 1 }, { value: 1 }, [NO_PIPELINE, NO_STAGE]],
  [
    'a stage that the named pipeline lacks',
    { pipeline_id: 'vendas', stage_id: 'feito' },
    { pipeline_id: id(1) },
    [NO_STAGE],
  ],
  ['a won stage', { stage_id: 'ganho' }, {}, [WON]],
  [
    'an unknown pipeline, while the stage is known',
    { pipeline_id: 'x', stage_id: 'novo' },
    { pipeline_id: id(1), stage_id: id(3) },
    [NO_PIPELINE],
  ],
])('%s: left out, and said', (_, deal, expected, leftOut) => {
  expect(dealIds(NAMES, deal)).toEqual({ deal: expected, leftOut });
});

describe('names that several have', () => {
  const named = ['Vendas', 'vendas', 'Vendas', 'Vendas (2)', 'Vendas'].map((name, index) => ({ id: id(index), name }));
  const pipelines = named.map((one) => ({ ...one, stages: [] }));

  it('are numbered, without the numbers that others have', () => {
    expect([...distinctNames(named).values()]).toEqual(['Vendas', 'vendas', 'Vendas (3)', 'Vendas (2)', 'Vendas (4)']);
  });

  it('are found as an export writes them', () => {
    const names = dealNames(pipelines);
    for (const [own, name] of distinctNames(named)) expect(names.pipeline(name)?.id).toBe(own);
    expect(names.pipeline('VENDAS')?.id).toBe(id(0));
  });
});

const find = memberNames([
  { id: '1', name: 'Bia Lima', emailKey: 'bia@example.com' },
  { id: '2', name: 'José', emailKey: 'jose@example.com' },
  { id: '3', name: 'JOSÉ', emailKey: 'outro@example.com' },
  { id: '4', name: 'jose@example.com', emailKey: 'quarta@example.com' },
  { id: '5', name: 'José', emailKey: null },
  { id: '6', name: 'saiu@example.com', emailKey: 'sexta@example.com' },
]);

it.each<[string, string, string | undefined]>([
  ['a name', 'Bia Lima', '1'],
  ['a name in another case, with spaces', '  bia LIMA ', '1'],
  ['an address', 'Bia@Example.com', '1'],
  ['a name of several', 'José', undefined],
  ['the address of one with such a name', 'outro@example.com', '3'],
  ['an address that is the name of another', 'jose@example.com', '2'],
  ['an address of nobody that is the name of somebody', 'saiu@example.com', undefined],
  ['a part of a name', 'Bia', undefined],
  ['a name without its accent', 'Jose', undefined],
  ['nothing', '', undefined],
])('%s', (_, text, id) => {
  expect(find(text)?.id).toBe(id);
});
