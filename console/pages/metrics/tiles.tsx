import type { ComponentChildren } from 'preact';
import type { Metrics } from '../../../src/contract/metrics';
import { count } from '../../format';
import { FigureLink } from './figure-link';

interface TilesProps {
  readonly of: Metrics;
  /** Previous period; undefined until loaded. */
  readonly before: Metrics | undefined;
  readonly withoutSpam: boolean;
}

export function Tiles({ of: numbers, before, withoutSpam }: TilesProps) {
  const unset = 'Marque uma etapa em Funis';
  return (
    <dl class="tiles">
      <Tile name="Leads" value={numbers.leads} before={before?.leads} note="contatos no período">
        <FigureLink of={{ name: 'leads', by: 'origin', period: numbers.period }} withoutSpam={withoutSpam}>
          Ver os leads
        </FigureLink>
      </Tile>
      <Tile
        name="Agendados"
        value={numbers.scheduled}
        before={before?.scheduled}
        note={numbers.scheduled === null ? unset : 'destes leads, estão em agendamento'}
      />
      <Tile
        name="Já compraram"
        value={numbers.closed}
        before={before?.closed}
        note={numbers.closed === null ? unset : 'destes leads, estão em venda'}
      />
      <Tile name="Presenças" value={numbers.attended} before={before?.attended} note="no período" />
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: number | null;
  readonly before: number | null | undefined;
  readonly note: string;
  readonly children?: ComponentChildren;
}

function Tile({ name, value, before, note, children }: TileProps) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd class="tile-value">{value === null ? '—' : count(value)}</dd>
      <dd class="small muted">{note}</dd>
      {value !== null && typeof before === 'number' && <dd class="small">{difference(value, before)}</dd>}
      {children && <dd class="small">{children}</dd>}
    </div>
  );
}

/** In words and with the number, because a sign alone is easily missed. */
function difference(value: number, before: number): string {
  if (value === before) return `igual ao período anterior (${count(before)})`;
  const words = value > before ? 'a mais' : 'a menos';
  return `${count(Math.abs(value - before))} ${words} que no período anterior (${count(before)})`;
}
