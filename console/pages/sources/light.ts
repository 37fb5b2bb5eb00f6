import { DAY_MS } from '../../../src/contract/durations';
import type { SourceView } from '../../../src/contract/source';
import { daysAgo, isoDay, plural, whenText } from '../../format';

type Colour = 'green' | 'yellow' | 'red' | 'grey';

const QUIET_DAYS = 7;

/** State of a source, of which so many deliveries are held, in a colour and words. */
export function lightOf(source: SourceView, held: number, now = Date.now()): readonly [Colour, string] {
  const { active, last_received_at: last } = source;
  const waiting = plural(held, 'envio a conferir', 'envios a conferir');
  if (!active) return held > 0 ? ['red', `Desligada, com ${waiting}`] : ['grey', 'Desligada'];
  if (held > 0) return ['red', waiting];
  if (!last) return ['grey', 'Esperando o primeiro lead'];
  if (isoDay(last) === isoDay(now)) return ['green', `Recebeu ${whenText(last)}`];
  if (now - Date.parse(last) > QUIET_DAYS * DAY_MS) return ['yellow', `Nada chega ${daysAgo(last, now)}`];
  return ['green', `Recebeu ${whenText(last)}`];
}
