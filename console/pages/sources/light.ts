import { DAY_MS } from '../../../src/contract/durations';
import type { SourceView } from '../../../src/contract/source';
import { daysAgo, isoDay, plural, whenText } from '../../format';

type Colour = 'green' | 'yellow' | 'red' | 'grey';

const QUIET_DAYS = 7;

/** State of a source in a colour and words. */
export function lightOf(source: SourceView, now = Date.now()): readonly [Colour, string] {
  const { active, last_received_at: last, problems_7_days: problems } = source;
  if (!active) return ['grey', 'Desligada'];
  if (problems > 0) return ['red', `${plural(problems, 'envio a conferir', 'envios a conferir')} em 7 dias`];
  if (!last) return ['grey', 'Esperando o primeiro lead'];
  if (isoDay(last) === isoDay(now)) return ['green', `Recebeu ${whenText(last)}`];
  if (now - Date.parse(last) > QUIET_DAYS * DAY_MS) return ['yellow', `Nada chega ${daysAgo(last, now)}`];
  return ['green', `Recebeu ${whenText(last)}`];
}
