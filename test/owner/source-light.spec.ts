import { lightOf } from '../../console/pages/sources/light';
import type { SourceView } from '../../src/contract/source';

const NOW = Date.parse('2026-12-10T15:00:00Z');

const SOURCE = {
  active: true,
  last_received_at: null,
} as SourceView;

it.each<[changes: Partial<SourceView>, held: number, colour: string, words: RegExp]>([
  [{}, 0, 'grey', /^Esperando o primeiro lead$/],
  [{ last_received_at: '2026-12-10T13:30:00Z' }, 0, 'green', /^Recebeu .*10:30$/],
  [{ last_received_at: '2026-12-03T15:00:00Z' }, 0, 'green', /^Recebeu .*12:00$/],
  [{ last_received_at: '2026-12-03T14:59:59Z' }, 0, 'yellow', /^Nada chega há 7 dias$/],
  [{ last_received_at: '2026-12-10T13:30:00Z' }, 1, 'red', /^1 envio a conferir$/],
  [{ last_received_at: '2026-12-10T13:30:00Z' }, 2, 'red', /^2 envios a conferir$/],
  [{ active: false }, 0, 'grey', /^Desligada$/],
  [{ active: false }, 1, 'red', /^Desligada, com 1 envio a conferir$/],
])('the light of a source %j with %i held is %s', (changes, held, colour, words) => {
  expect(lightOf({ ...SOURCE, ...changes }, held, NOW)).toEqual([colour, expect.stringMatching(words)]);
});
