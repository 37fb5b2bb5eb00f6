import type { ComponentChildren } from 'preact';
import type { Metrics } from '../../../src/contract/metrics';
import { count } from '../../format';
import { FigureLink } from './figure-link';
import type { ListedFigure } from './figure-list';
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
  const { period } = numbers;
  const link = (figure: ListedFigure, name: string) => (
    <FigureLink of={figure} withoutSpam={withoutSpam} label={`Ver os leads: ${name}`}>
      Ver os leads
    </FigureLink>
  );
  return (
    <section aria-label="Contatos">
      <dl class="tiles">
        <Tile
          name="Leads"
          value={numbers.leads}
          before={before.leads}
          daysBefore={daysBefore}
          note="contatos no período"
        >
          {link({ name: 'leads', by: 'origin', period }, 'Leads')}
        </Tile>
        <Tile
          name="Agendados"
          value={numbers.scheduled}
          before={before.scheduled}
          daysBefore={daysBefore}
          note={numbers.scheduled === null ? unset : 'destes leads, estão em agendamento'}
        >
          {link({ kind: 'contacts', outcome: 'scheduled', period }, 'Agendados')}
        </Tile>
        <Tile
          name="Já compraram"
          value={numbers.closed}
          before={before.closed}
          daysBefore={daysBefore}
          note={numbers.closed === null ? unset : 'destes leads, estão em venda'}
        >
          {link({ kind: 'contacts', outcome: 'closed', period }, 'Já compraram')}
        </Tile>
        <Tile
          name="Presenças"
          value={numbers.attended}
          before={before.attended}
          daysBefore={daysBefore}
          note="no período"
        >
          {link({ kind: 'attended', period }, 'Presenças')}
        </Tile>
      </dl>
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: number | null;
  readonly before: number | null;
  readonly daysBefore: string;
  readonly note: string;
  readonly children: ComponentChildren;
}

function Tile({ name, value, before, daysBefore, note, children }: TileProps) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd class="tile-value">{value === null ? '—' : count(value)}</dd>
      <dd class="small muted">{note}</dd>
      {value !== null && before !== null && <dd class="small">{difference(value, before, daysBefore)}</dd>}
      {value !== null && <dd class="small">{children}</dd>}
    </div>
  );
}

/** In words and with the number, because a sign alone is easily missed. */
function difference(value: number, before: number, days: string): string {
  if (value === before) return `igual a ${days} (${count(before)})`;
  const words = value > before ? 'a mais' : 'a menos';
  return `${count(Math.abs(value - before))} ${words} que de ${days} (${count(before)})`;
}
