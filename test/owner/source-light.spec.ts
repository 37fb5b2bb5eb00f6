import { lightOf } from '../../console/pages/sources/light';
import type { SourceView } from '../../src/contract/source';

const NOW = Date.parse('2026-12-10T15:00:00Z');

const SOURCE = {
  active: true,
  last_received_at: null,
  problems_7_days: 0,
} as SourceView;

it.each<[changes: Partial<SourceView>, colour: string, words: RegExp]>([
  [{}, 'grey', /^Esperando o primeiro lead$/],
  [{ last_received_at: '2026-12-10T13:30:00Z' }, 'green', /^Recebeu .*10:30$/],
  [{ last_received_at: '2026-12-03T15:00:00Z' }, 'green', /^Recebeu .*12:00$/],
  [{ last_received_at: '2026-12-03T14:59:59Z' }, 'yellow', /^Nada chega há 7 dias$/],
  [{ last_received_at: '2026-12-10T13:30:00Z', problems_7_days: 1 }, 'red', /^1 envio a conferir em 7 dias$/],
  [{ last_received_at: '2026-12-10T13:30:00Z', problems_7_days: 2 }, 'red', /^2 envios a conferir em 7 dias$/],
  [{ active: false, problems_7_days: 2 }, 'grey', /^Desligada$/],
])('the light of a source %j is %s', (changes, colour, words) => {
  expect(lightOf({ ...SOURCE, ...changes }, NOW)).toEqual([colour, expect.stringMatching(words)]);
});
