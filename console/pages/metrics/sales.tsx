import type { BreakdownTotal, MetricsRows, Period } from '../../../src/contract/metrics';
import { count, money, plural } from '../../format';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';
import { periodText } from './periods';
import type { Beside } from './use-compared';
import type { Choice } from './use-period';

interface SalesProps {
  readonly of: Beside<MetricsRows>;
  readonly choice: Choice;
}

/** What was sold in the period, and before. */
export const Sales = ({ of: { now, before }, choice: { withoutSpam, today } }: SalesProps) => (
  <section aria-label="Vendas">
    <SoldTiles
      of={now.total}
      before={before.total}
      daysBefore={periodText(before.period, today)}
      period={now.period}
      withoutSpam={withoutSpam}
    />
  </section>
);

interface SoldTilesProps {
  readonly of: BreakdownTotal;
  readonly before: BreakdownTotal;
  readonly daysBefore: string;
  readonly period: Period;
  readonly withoutSpam: boolean;
}

function SoldTiles({ of: total, before, daysBefore, period, withoutSpam }: SoldTilesProps) {
  return (
    <dl class="tiles sold">
      {TILES.map(([name, textOf, figure]) => (
        <div key={name} class="card tile">
          <dt>{name}</dt>
          <dd class={name === SOLD ? 'tile-value' : 'tile-value shorter'}>{textOf(total)}</dd>
          {figure && (
            <dd class="small">
              <FigureLink
                of={{ name: figure, by: 'origin', period }}
                withoutSpam={withoutSpam}
                label={`Ver os leads: ${name}`}
              >
                Ver os leads
              </FigureLink>
            </dd>
          )}
          <dd class="small muted">
            {daysBefore}: {textOf(before)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SOLD = 'Vendido';

const TILES: readonly (readonly [name: string, textOf: (total: BreakdownTotal) => string, figure?: FigureName])[] = [
  [SOLD, ({ sold }) => money(sold), 'sold'],
  ['Ganhos', ({ won }) => count(won), 'won'],
  ['Venda média', ({ average }) => (average === null ? '—' : money(average))],
  ['Até a venda, em geral', ({ median_days_to_close: days }) => (days === null ? '—' : daysText(days))],
  ['Até o primeiro contato, em geral', ({ median_minutes_to_contact: wait }) => (wait === null ? '—' : waitText(wait))],
];

export const daysText = (days: number): string => plural(days, 'dia', 'dias');

/** Minutes in words: `12 min`, `3 h`, `2 dias`. */
export function waitText(minutes: number): string {
  if (minutes < 60) return `${count(Math.round(minutes))} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${count(hours)} h` : plural(Math.round(hours / 24), 'dia', 'dias');
}
