import { useMemo } from 'preact/hooks';
import type { Metrics } from '../../src/contract/metrics';
import { BarChart } from './bar-chart';
import { periodBars } from './period-bars';

const WORDS = {
  dia: 'Leads por dia',
  semana: 'Leads por semana',
  mês: 'Leads por mês',
} as const;

/** New contacts of a period by day, week or month, empty ones included. */
export function PeriodChart({ of: metrics }: { readonly of: Metrics }) {
  const { unit, bars } = useMemo(() => periodBars(metrics), [metrics]);
  return <BarChart title={WORDS[unit]} bars={bars} empty="Nenhum contato novo neste período" />;
}
