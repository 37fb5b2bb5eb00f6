import { useState } from 'preact/hooks';
import type { BreakdownTotal, MetricsRows, Period } from '../../../src/contract/metrics';
import { count, money, monthOf, plural } from '../../format';
import { Loaded } from '../../ui/loaded';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';
import { figuresPath } from './figures-path';
import { monthsOf } from './months';

/** What was sold this month and the month before. */
export function Sales({ withoutSpam }: { readonly withoutSpam: boolean }) {
  const totalOf = (period: Period): string =>
    figuresPath('metrics/breakdown', withoutSpam, { by: 'origin', ...period });
  const [[month, before]] = useState(() => monthsOf(new Date()));
  const now = useResource<MetricsRows>(totalOf(month));
  const earlier = useResource<MetricsRows>(totalOf(before));
  useChanges(['deal'], () => void now.refresh());
  return (
    <section aria-label="Vendas do mês">
      <Loaded from={now}>
        {({ total, period }) => (
          <SoldTiles
            of={total}
            before={earlier.data?.total}
            month={monthOf(before.from)}
            period={period}
            withoutSpam={withoutSpam}
          />
        )}
      </Loaded>
    </section>
  );
}

interface SoldTilesProps {
  readonly of: BreakdownTotal;
  /** Undefined until loaded. */
  readonly before: BreakdownTotal | undefined;
  /** Name of the month before. */
  readonly month: string;
  readonly period: Period;
  readonly withoutSpam: boolean;
}

function SoldTiles({ of: total, before, month, period, withoutSpam }: SoldTilesProps) {
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
          {before && (
            <dd class="small muted">
              {month}: {textOf(before)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const SOLD = 'Vendido este mês';

const TILES: readonly (readonly [name: string, textOf: (total: BreakdownTotal) => string, figure?: FigureName])[] = [
  [SOLD, ({ sold }) => money(sold), 'sold'],
  ['Ganhos', ({ won }) => count(won), 'won'],
  ['Venda média', ({ average }) => (average === null ? '—' : money(average))],
  ['Até a venda, em geral', ({ median_days_to_close: days }) => daysText(days)],
  ['Até o primeiro contato, em geral', ({ median_minutes_to_contact: minutes }) => waitText(minutes)],
];

export const daysText = (days: number | null): string => (days === null ? '—' : plural(days, 'dia', 'dias'));

/** Minutes in words: `12 min`, `3 h`, `2 dias`. */
export function waitText(minutes: number | null): string {
  if (minutes === null) return '—';
  if (minutes < 60) return `${count(Math.round(minutes))} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${count(hours)} h` : plural(Math.round(hours / 24), 'dia', 'dias');
}
