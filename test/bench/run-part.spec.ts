import type { GoalId } from './goals';
import type { PartResult } from './result';
import { Wobble } from './rounds';
import { runPart } from './run-part';

const found = (...medians: [GoalId, number][]): PartResult => ({
  measures: medians.map(([goal, median]) => ({ goal, value: { median, min: median, max: median } })),
  contenders: [],
  notes: [],
});

async function run(...outcomes: (PartResult | Error)[]) {
  const said: string[] = [];
  const published: PartResult[] = [];
  let runs = 0;
  const measure = (): Promise<PartResult> => {
    const outcome = outcomes[runs++];
    return outcome && !(outcome instanceof Error)
      ? Promise.resolve(outcome)
      : Promise.reject(outcome ?? new Error('measured once more'));
  };
  const isWell = await runPart(
    'part',
    measure,
    (result) => Promise.resolve(void published.push(result)),
    (line) => said.push(line),
  );
  return { isWell, said: said.join('\n'), published, runs };
}

it('a part that reaches what its goals must reach passes', async () => {
  const result = found(['postBare', 0.6], ['flights', 2]);
  expect(await run(result)).toMatchObject({ isWell: true, published: [result], runs: 1 });
});

it('a part with a missed goal is published and fails', async () => {
  const result = found(['flights', 2], ['postBare', 0.5]);
  const { isWell, published, said } = await run(result);
  expect([isWell, published]).toEqual([false, [result]]);
  expect(said).toContain('missed: POST new ÷ bare node:http + pg');
  expect(said).not.toContain('missed: flights');
});

it('noise is measured a second time, and refused after that', async () => {
  const result = found(['postBare', 0.8]);
  expect(await run(new Wobble('busy'), result)).toMatchObject({ isWell: true, published: [result], runs: 2 });
  expect(await run(new Wobble('busy'), new Wobble('busy'))).toMatchObject({ isWell: false, published: [], runs: 2 });
});

it('a failure is not a result', async () => {
  expect(await run(new Error('no database'), found(['postBare', 0.8]))).toMatchObject({
    isWell: false,
    published: [],
    runs: 1,
  });
});
