import { turnsGiven } from '../../test/support/loop-turns';
import { finished, inPieces, inSlices, mapped, type Steps } from './in-slices';

const taken = async <T>(items: Iterable<T>, work: () => void = () => undefined): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of inSlices(items)) {
    work();
    all.push(item);
  }
  return all;
};

it('gives the items in their order', async () => {
  expect(await taken('abc')).toEqual(['a', 'b', 'c']);
  expect(await taken([])).toEqual([]);
});

it('lets others have a turn between items whose work takes its time, and none for each short one', async () => {
  const busy = (): void => {
    for (const end = performance.now() + 6; performance.now() < end;);
  };
  expect(await turnsGiven(() => taken([1, 2, 3, 4], busy))).toBeGreaterThanOrEqual(4);
  expect(await turnsGiven(() => taken(Array.from({ length: 500 }, (_, n) => n)))).toBeLessThan(100);
});

const piecesOf = async (batches: Iterable<Iterable<string>>): Promise<string[]> => {
  const pieces: string[] = [];
  for await (const piece of inPieces(batches)) pieces.push(piece);
  return pieces;
};

describe('a slice', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => jest.useRealTimers());

  it.each([
    [5, 3],
    [4, 2],
    [2, 1],
  ])('lasts 5 milliseconds: three items of %i need %i', async (milliseconds, slices) => {
    const work = (): void => jest.advanceTimersByTime(milliseconds);
    expect(await turnsGiven(() => taken([1, 2, 3], work))).toBe(slices);
  });

  /** Texts that take so many milliseconds each. */
  function* slow(milliseconds: number, ...texts: string[]): Generator<string> {
    for (const text of texts) {
      jest.advanceTimersByTime(milliseconds);
      yield text;
    }
  }

  it.each([
    [5, 3],
    [4, 1],
    [2, 1],
    [1, 0],
  ])('lasts 5 milliseconds: three texts of %i let others run %i times', async (milliseconds, turns) => {
    expect(await turnsGiven(() => piecesOf([slow(milliseconds, 'a', 'b', 'c')]))).toBe(turns);
  });

  it('ends with the step that uses it up', async () => {
    function* steps(): Steps<void> {
      for (const _ of slow(5, 'a', 'b', 'c')) yield;
    }
    expect(await turnsGiven(() => finished(steps()))).toBe(4);
  });

  it('a piece is sent after a second, unless it is empty', async () => {
    expect(await piecesOf([slow(500, 'a', 'b', 'c', 'd', 'e')])).toEqual(['ab', 'cd', 'e']);
    expect(await piecesOf([slow(1_000, '', 'a', '', '')])).toEqual(['a']);
  });
});

describe('work in steps', () => {
  const slices = (): void => {
    // By this clock each step takes a whole slice.
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
  };
  afterEach(() => jest.restoreAllMocks());

  function* pausing(times: number): Steps<string> {
    for (let pause = 0; pause < times; pause++) yield;
    return 'done';
  }

  it('gives its result', async () => {
    expect(await finished(pausing(3))).toBe('done');
    expect(await finished(mapped('abc', (letter, index) => letter + index))).toEqual(['a0', 'b1', 'c2']);
  });

  it('lets others have a turn after each step that takes its time', async () => {
    slices();
    expect(await turnsGiven(() => finished(pausing(9)))).toBe(10);
  });

  it('takes turns with other work: one slice of all in a turn', async () => {
    slices();
    const works = [1, 2, 3].map(() => finished(pausing(9)));
    expect(await turnsGiven(() => Promise.all([...works, taken([1, 2, 3, 4, 5])]))).toBeGreaterThanOrEqual(35);
  });

  it('ends between two steps when it is no longer asked for', async () => {
    slices();
    const leaving = new AbortController();
    let steps = 0;
    function* endless(): Steps<never> {
      for (;;) {
        if (++steps === 3) leaving.abort(new Error('left'));
        yield;
      }
    }
    await expect(finished(endless(), leaving.signal)).rejects.toThrow('left');
    expect(steps).toBe(3);
  });

  it('fails with the error of a step, and others go on', async () => {
    function* failing(): Steps<never> {
      yield;
      throw new Error('step');
    }
    await expect(finished(failing())).rejects.toThrow('step');
    expect(await finished(pausing(1))).toBe('done');
  });
});

describe('the pieces of an answer', () => {
  const TEXT = 'x'.repeat(1_000);
  const texts = Array.from({ length: 600 }, () => TEXT);

  it('join the texts of all batches, none is empty, and none is longer than a piece and a text', async () => {
    const pieces = await piecesOf([texts.slice(0, 100), [], ['', ''], texts.slice(100), ['end']]);
    expect(pieces.join('')).toBe(`${texts.join('')}end`);
    expect(pieces.map(({ length }) => length)).toEqual([263_000, 263_000, 74_003]);
    expect(await piecesOf([[], ['']])).toEqual([]);
    expect((await piecesOf([['x'.repeat(256 * 1024), 'end']])).map(({ length }) => length)).toEqual([262_144, 3]);
  });

  it('lets others have a turn while the texts are made, and never makes more than the caller takes', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
    expect(await turnsGiven(() => piecesOf([texts]))).toBeGreaterThan(100);
    jest.restoreAllMocks();
    let made = 0;
    const making = inPieces([
      (function* () {
        for (const text of texts) yield (made++, text);
      })(),
    ]);
    await making.next();
    expect(made).toBeLessThan(300);
  });

  it('are short where the texts come slowly', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 400));
    expect((await piecesOf([['a', 'b'], ['c'], ['d', 'e', 'f']])).length).toBeGreaterThan(1);
    jest.restoreAllMocks();
  });
});
