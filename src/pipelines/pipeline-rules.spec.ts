import { flagProblems, pipelineProblems, stageProblems, withDefault } from './pipeline-rules';
import { DEFAULT_PIPELINE, type NewPipeline, type NewStage } from './new-pipeline';

const stage = (flags: Partial<NewStage> = {}): NewStage => ({ name: 'Etapa', ...flags });
const pipeline = (isDefault: boolean, ...stages: NewStage[]): NewPipeline => ({ name: 'Funil', isDefault, stages });
const fieldsOf = (problems: readonly { field: string }[]): string[] => problems.map(({ field }) => field);

describe('the flags of one stage', () => {
  const ONOFF = [undefined, false, true];
  const combinations = ONOFF.flatMap((isEntry) =>
    ONOFF.flatMap((isWon) => ONOFF.map((isLost) => [isEntry, isWon, isLost] as const)),
  );

  it.each(combinations)('entry %s, won %s, lost %s', (isEntry, isWon, isLost) => {
    const expected = isWon && isLost ? ['s.is_lost'] : isEntry && (isWon || isLost) ? ['s.is_entry'] : [];
    expect(fieldsOf(flagProblems(stage({ isEntry, isWon, isLost }), 's'))).toEqual(expected);
  });

  it.each([
    ['entry and scheduling', { isEntry: true, isScheduling: true }],
    ['entry and sale', { isEntry: true, isSale: true }],
    ['won and sale', { isWon: true, isSale: true }],
    ['won and scheduling', { isWon: true, isScheduling: true }],
    ['lost and scheduling', { isLost: true, isScheduling: true }],
    ['scheduling and sale', { isScheduling: true, isSale: true }],
    ['a value', { value: 100 }],
  ])('%s go together', (_, flags) => expect(flagProblems(stage(flags), 's')).toEqual([]));

  it('are named without a path when the stage is the request', () => {
    expect(fieldsOf(flagProblems(stage({ isWon: true, isLost: true }), ''))).toEqual(['is_lost']);
    expect(fieldsOf(flagProblems(stage({ isEntry: true, isWon: true }), ''))).toEqual(['is_entry']);
  });
});

describe('the stages of a pipeline', () => {
  const ENTRY = stage({ isEntry: true });

  it.each<[string, NewStage[], string[]]>([
    ['none', [], []],
    ['without entry', [stage(), stage()], []],
    ['with one entry', [stage(), ENTRY], []],
    ['with two entries', [ENTRY, stage(), ENTRY], ['stages.2.is_entry']],
    ['with three entries', [ENTRY, ENTRY, ENTRY], ['stages.1.is_entry', 'stages.2.is_entry']],
    ['with several won and lost ones', [1, 2].flatMap(() => [stage({ isWon: true }), stage({ isLost: true })]), []],
    ['with bad flags', [stage(), stage({ isWon: true, isLost: true })], ['stages.1.is_lost']],
    [
      'with bad flags on a second entry',
      [ENTRY, stage({ isEntry: true, isWon: true, isLost: true })],
      ['stages.1.is_lost'],
    ],
    [
      'with bad flags and two entries',
      [stage({ isWon: true, isLost: true }), ENTRY, ENTRY],
      ['stages.0.is_lost', 'stages.2.is_entry'],
    ],
  ])('%s', (_, stages, fields) => expect(fieldsOf(stageProblems(stages, 'stages'))).toEqual(fields));
});

describe('the pipelines of an account', () => {
  const ENTRY = stage({ isEntry: true });
  const BAD = stage({ isWon: true, isLost: true });

  it.each<[string, NewPipeline[], string[]]>([
    ['none', [], []],
    ['one that is not the default', [pipeline(false, ENTRY)], []],
    ['one default', [pipeline(false), pipeline(true, ENTRY)], []],
    ['one default without entry', [pipeline(false, ENTRY), pipeline(true, stage())], ['pipelines.1.stages']],
    ['no default, and the first without entry', [pipeline(false), pipeline(false, ENTRY)], ['pipelines.0.stages']],
    ['two defaults', [pipeline(true, ENTRY), pipeline(false), pipeline(true)], ['pipelines.2.is_default']],
    [
      'three defaults',
      [pipeline(true, ENTRY), pipeline(true), pipeline(true)],
      ['pipelines.1.is_default', 'pipelines.2.is_default'],
    ],
    ['bad stages', [pipeline(true, ENTRY), pipeline(false, stage(), BAD)], ['pipelines.1.stages.1.is_lost']],
    ['an entry in each', [pipeline(true, ENTRY), pipeline(false, ENTRY)], []],
    [
      'bad stages and two defaults',
      [pipeline(true, BAD), pipeline(true)],
      ['pipelines.0.stages', 'pipelines.0.stages.0.is_lost', 'pipelines.1.is_default'],
    ],
  ])('%s', (_, pipelines, fields) => expect(fieldsOf(pipelineProblems(pipelines, 'pipelines'))).toEqual(fields));

  it('that an account starts with is a good one', () => {
    expect(pipelineProblems([DEFAULT_PIPELINE], 'pipelines')).toEqual([]);
    expect(DEFAULT_PIPELINE.stages.map(({ name }) => name)).toEqual([
      ...['Novo', 'Em contato', 'Agendado', 'Ganho', 'Perdido'],
    ]);
    expect(DEFAULT_PIPELINE).toMatchObject({ name: 'Funil de vendas', isDefault: true });
  });
});

it.each([
  ['um funil tem no máximo uma etapa de entrada', [pipeline(true, stage({ isEntry: true }), stage({ isEntry: true }))]],
  [
    'uma etapa não pode ser ganha e perdida',
    [pipeline(true, stage({ isEntry: true }), stage({ isWon: true, isLost: true }))],
  ],
  ['a etapa de entrada não pode ser ganha nem perdida', [pipeline(true, stage({ isEntry: true, isLost: true }))]],
  ['uma conta tem exatamente um funil padrão', [pipeline(true, stage({ isEntry: true })), pipeline(true)]],
  ['o funil padrão precisa de uma etapa de entrada', [pipeline(true)]],
])('%s: so the owner is told', (message, pipelines) => {
  expect(pipelineProblems(pipelines, 'pipelines').map((problem) => problem.message)).toEqual([message]);
});

describe('the default pipeline', () => {
  const defaults = (...flags: boolean[]): boolean[] =>
    withDefault(flags.map((isDefault) => pipeline(isDefault))).map(({ isDefault }) => isDefault);

  it.each([
    [[], []],
    [[false], [true]],
    [[true], [true]],
    [
      [false, false, false],
      [true, false, false],
    ],
    [
      [false, true, false],
      [false, true, false],
    ],
  ])('of %j gives %j', (flags, expected) => expect(defaults(...flags)).toEqual(expected));

  it('is chosen without a change to what was given', () => {
    const given = [pipeline(false, stage()), pipeline(false)];
    const chosen = withDefault(given);
    expect(given.map(({ isDefault }) => isDefault)).toEqual([false, false]);
    expect(chosen[0]).toEqual({ ...given[0], isDefault: true });
    expect(chosen[1]).toEqual(given[1]);
  });
});
