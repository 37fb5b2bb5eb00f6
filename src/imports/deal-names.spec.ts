import { dealIds, dealNames } from './deal-names';

const PIPELINES = [
  {
    id: 'p1',
    name: 'Vendas',
    stages: [
      { id: 's1', name: 'Novo' },
      { id: 's2', name: 'Em negociação' },
    ],
  },
  {
    id: 'p2',
    name: 'Pós-venda',
    stages: [
      { id: 's3', name: 'Novo' },
      { id: 's4', name: 'Feito' },
    ],
  },
];

it.each<[string, object, object]>([
  ['a stage of the default pipeline', { stage_id: 'EM NEGOCIACAO ' }, { stage_id: 's2' }],
  ['a stage that several pipelines have', { stage_id: 'novo' }, { stage_id: 's1' }],
  ['a stage that only another pipeline has', { stage_id: 'feito' }, { stage_id: 's4' }],
  ['a pipeline', { pipeline_id: 'pós-Venda' }, { pipeline_id: 'p2' }],
  [
    'a stage of a named pipeline',
    { pipeline_id: 'pos-venda', stage_id: 'novo' },
    { pipeline_id: 'p2', stage_id: 's3' },
  ],
  ['a stage of a pipeline by its id', { pipeline_id: 'P2', stage_id: 'novo' }, { pipeline_id: 'p2', stage_id: 's3' }],
  ['ids', { pipeline_id: 'p1', stage_id: 'S2' }, { pipeline_id: 'p1', stage_id: 's2' }],
  ['what is no name', { pipeline_id: 'x', stage_id: 'y', value: 1 }, { pipeline_id: 'x', stage_id: 'y', value: 1 }],
  [
    'a stage that the named pipeline lacks',
    { pipeline_id: 'p1', stage_id: 'feito' },
    { pipeline_id: 'p1', stage_id: 'feito' },
  ],
  ['a value alone', { value: 1 }, { value: 1 }],
])('%s', (_, deal, expected) => {
  expect(dealIds(dealNames(PIPELINES), deal)).toEqual(expected);
});
