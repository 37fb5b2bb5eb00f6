import { freeSlots, freeTimes, shownHours, sideBySide, type Span } from './day-plan';

const span = (from: number, to: number): Span => ({ from, to });

it.each<[string, Span[], (readonly [lane: number, lanes: number])[]]>([
  ['nothing', [], []],
  [
    'two that only touch',
    [span(60, 90), span(90, 120)],
    [
      [0, 1],
      [0, 1],
    ],
  ],
  [
    'two that overlap',
    [span(75, 105), span(60, 90)],
    [
      [0, 2],
      [1, 2],
    ],
  ],
  [
    'two at once, the longer one first',
    [span(60, 90), span(60, 120)],
    [
      [0, 2],
      [1, 2],
    ],
  ],
  [
    'one that follows in a lane, beside a long one',
    [span(60, 180), span(60, 90), span(90, 120)],
    [
      [0, 2],
      [1, 2],
      [1, 2],
    ],
  ],
  [
    'three in a chain, and one apart',
    [span(60, 90), span(80, 110), span(100, 130), span(130, 160)],
    [
      [0, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ],
  ],
])('places %s', (_, items, lanes) => {
  expect(sideBySide(items).map(({ lane, lanes: all }) => [lane, all])).toEqual(lanes);
});

it('no two in a lane overlap', () => {
  const items = Array.from({ length: 200 }, (_, n) => span((n * 37) % 1_400, ((n * 37) % 1_400) + 5 + ((n * 13) % 90)));
  const placed = sideBySide(items);
  expect(placed).toHaveLength(items.length);
  const clashes = placed.flatMap((one, index) =>
    placed.slice(index + 1).filter((other) => one.lane === other.lane && one.from < other.to && other.from < one.to),
  );
  expect(clashes).toEqual([]);
});

it.each<[Span[], Span]>([
  [[], span(420, 1_200)],
  [[span(600, 630)], span(420, 1_200)],
  [[span(375, 400)], span(360, 1_200)],
  [[span(1_190, 1_215)], span(420, 1_260)],
  [[span(10, 20), span(1_430, 1_445)], span(0, 1_440)],
])('shows for %j the hours %j', (items, hours) => {
  expect(shownHours(items)).toEqual(hours);
});

it('finds the free half hours, and joins those in a row', () => {
  const starts = freeSlots([span(450, 475), span(530, 545)], span(420, 600));
  expect(starts).toEqual([420, 480, 570]);
  expect(freeTimes([420, 450, 480, 570])).toEqual([span(420, 510), span(570, 600)]);
  expect(freeTimes([])).toEqual([]);
});
