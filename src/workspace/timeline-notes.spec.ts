import { noteEntry } from '../contract/note-entry';
import { type NotedSubmission, newestFirst, notesOfTimeline } from './timeline-notes';

const CREATED = new Date('2026-02-28T15:00:00Z');
const notesOf = (notes: string, noted: readonly NotedSubmission[] = []) =>
  notesOfTimeline({ notes, createdAt: CREATED, noted });

it('gives each note its day, its author and an id by its place', () => {
  const record = [
    'de antes',
    noteEntry('um', { source: 'API', name: 'Site', day: '2026-03-01' }),
    noteEntry('dois\ntrês', { source: 'Equipe', name: 'Ana', day: '2026-03-02' }),
  ].join('\n');
  expect(notesOf(record)).toEqual([
    {
      id: '00000000-0000-0000-0000-000000000001',
      at: '2026-02-28T15:00:00.000Z',
      type: 'note',
      note: { text: 'de antes', author: null, day: null },
    },
    {
      id: '00000000-0000-0000-0000-000000000002',
      at: '2026-03-01T03:00:00.000Z',
      type: 'note',
      note: { text: 'um', author: 'Site', day: '2026-03-01' },
    },
    {
      id: '00000000-0000-0000-0000-000000000003',
      at: '2026-03-02T03:00:00.000Z',
      type: 'note',
      note: { text: 'dois\ntrês', author: 'Ana', day: '2026-03-02' },
    },
  ]);
  expect(notesOf('')).toEqual([]);
});

it('orders by the moment, and then by the id, both from the greatest', () => {
  const [first] = notesOf('a');
  if (!first) throw new Error('no note');
  const others = [
    { ...first, id: '00000000-0000-0000-0000-000000000009' },
    { ...first, at: '2026-03-01T00:00:00.000Z' },
  ];
  expect([first, ...others].sort(newestFirst)).toEqual([others[1], others[0], first]);
  expect(newestFirst(first, { ...first })).toBe(0);
  const [older, newer] = [first, { ...first, at: '2026-03-01T00:00:00.000Z' }];
  expect([newestFirst(older, newer), newestFirst(newer, older)]).toEqual([1, -1]);
});

it('dates a note to its submission, unless the record was rewritten', () => {
  const first = noteEntry('um', { source: 'API', name: 'Site', day: '2026-03-01' });
  const second = noteEntry('dois', { source: 'API', name: 'Site', day: '2026-03-02' });
  const noted = [
    { at: '2026-03-01T16:08:00.123Z', noteAt: 0 },
    // 23:12 of the second in Brasília.
    { at: '2026-03-03T02:12:00.000Z', noteAt: first.length + 1 },
  ];
  const moments = (record: string) => notesOf(record, noted).map(({ at }) => at);
  expect(moments(`${first}\n${second}`)).toEqual(noted.map(({ at }) => at));
  // The second note is where the first one was, and of another day.
  expect(moments(second)).toEqual(['2026-03-02T03:00:00.000Z']);
});
