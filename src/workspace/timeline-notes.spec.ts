import { noteEntry } from '../contract/note-entry';
import { newestFirst, notesOfTimeline } from './timeline-notes';

const CREATED = new Date('2026-02-28T15:00:00Z');

it('gives each note its day, its author and an id by its place', () => {
  const record = [
    'de antes',
    noteEntry('um', { source: 'API', name: 'Site', day: '2026-03-01' }),
    noteEntry('dois\ntrês', { source: 'Equipe', name: 'Ana', day: '2026-03-02' }),
  ].join('\n');
  expect(notesOfTimeline(record, CREATED)).toEqual([
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
  expect(notesOfTimeline('', CREATED)).toEqual([]);
});

it('orders by the moment, and then by the id, both from the greatest', () => {
  const [first] = notesOfTimeline('a', CREATED);
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
