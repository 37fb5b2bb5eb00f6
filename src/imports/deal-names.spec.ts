import { dealIds, dealNames, distinctNames } from './deal-names';

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

it.each<[string, object, object, string[]]>([
  [
    'names that nothing has',
    { pipeline_id: 'x', stage_id: 'y', value: 1 },
    { value: 1 },
    ['deal.pipeline_id', 'deal.stage_id'],
  ],
  [
    'a stage that the named pipeline lacks',
    { pipeline_id: 'vendas', stage_id: 'feito' },
    { pipeline_id: id(1) },
    ['deal.stage_id'],
  ],
  ['a won stage', { stage_id: 'ganho' }, {}, ['deal.stage_id']],
  [
    'an unknown pipeline, while the stage is known',
    { pipeline_id: 'x', stage_id: 'novo' },
    { pipeline_id: id(1), stage_id: id(3) },
    ['deal.pipeline_id'],
  ],
])('%s: left out', (_, deal, expected, fields) => {
  const read = dealIds(NAMES, deal);
  expect([read.deal, read.leftOut.map(({ field }) => field)]).toEqual([expected, fields]);
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
