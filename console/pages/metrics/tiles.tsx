import type { ComponentChildren } from 'preact';
import type { Metrics } from '../../../src/contract/metrics';
import { count } from '../../format';
import { FigureLink } from './figure-link';
import { periodText } from './periods';
import type { Beside } from './use-compared';
import type { Choice } from './use-period';

interface TilesProps {
  readonly of: Beside<Metrics>;
  readonly choice: Choice;
}

export function Tiles({ of: { now: numbers, before }, choice: { withoutSpam, today } }: TilesProps) {
  const daysBefore = periodText(before.period, today);
  const unset = 'Marque uma etapa em Funis';
  return (
    <dl class="tiles">
      <Tile name="Leads" value={numbers.leads} before={before.leads} {...{ daysBefore }} note="contatos no período">
        <FigureLink of={{ name: 'leads', by: 'origin', period: numbers.period }} withoutSpam={withoutSpam}>
          Ver os leads
        </FigureLink>
      </Tile>
      <Tile
        name="Agendados"
        value={numbers.scheduled}
        before={before.scheduled}
        {...{ daysBefore }}
        note={numbers.scheduled === null ? unset : 'destes leads, estão em agendamento'}
      />
      <Tile
        name="Já compraram"
        value={numbers.closed}
        before={before.closed}
        {...{ daysBefore }}
        note={numbers.closed === null ? unset : 'destes leads, estão em venda'}
      />
      <Tile name="Presenças" value={numbers.attended} before={before.attended} {...{ daysBefore }} note="no período" />
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: number | null;
  readonly before: number | null;
  readonly daysBefore: string;
  readonly note: string;
  readonly children?: ComponentChildren;
}

function Tile({ name, value, before, daysBefore, note, children }: TileProps) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd class="tile-value">{value === null ? '—' : count(value)}</dd>
      <dd class="small muted">{note}</dd>
      {value !== null && before !== null && <dd class="small">{difference(value, before, daysBefore)}</dd>}
      {children && <dd class="small">{children}</dd>}
    </div>
  );
}

/** In words and with the number, because a sign alone is easily missed. */
function difference(value: number, before: number, days: string): string {
  if (value === before) return `igual a ${days} (${count(before)})`;
  const words = value > before ? 'a mais' : 'a menos';
  return `${count(Math.abs(value - before))} ${words} que de ${days} (${count(before)})`;
}
