import type { BreakdownTotal, MetricsRows, Period } from '../../../src/contract/metrics';
import { count, money, plural } from '../../format';
import { Loaded } from '../../ui/loaded';
import { useChanges } from '../../use-changes';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';
import { figuresPath } from './figures-path';
import { periodText } from './periods';
import { useCompared } from './use-compared';
import type { Choice } from './use-period';

/** What was sold in the period, and before. */
export function Sales({ choice }: { readonly choice: Choice }) {
  const { withoutSpam, today } = choice;
  const { now, before } = useCompared<MetricsRows>(choice, (period) =>
    figuresPath('metrics/breakdown', withoutSpam, { by: 'origin', ...period }),
  );
  useChanges(['deal'], () => void now.refresh());
  return (
    <section aria-label="Vendas">
      <Loaded from={now}>
        {({ total, period }) => (
          <SoldTiles
            of={total}
            before={before?.total}
            daysBefore={periodText(choice.before, today)}
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
          {before && (
            <dd class="small muted">
              {daysBefore}: {textOf(before)}
            </dd>
          )}
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
