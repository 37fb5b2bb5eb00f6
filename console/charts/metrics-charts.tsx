import { useMemo } from 'preact/hooks';
import type { Metrics } from '../../src/contract/metrics';
import { BarChart } from './bar-chart';
import { periodBars } from './period-bars';

const WORDS = {
  dia: ['Leads por dia', 'Dia'],
  semana: ['Leads por semana', 'Semana de'],
  mês: ['Leads por mês', 'Mês'],
} as const;

/** New contacts of a period by day, week or month, empty ones included. */
export function PeriodChart({ of: metrics }: { readonly of: Metrics }) {
  const { unit, bars } = useMemo(() => periodBars(metrics), [metrics]);
  const [title, column] = WORDS[unit];
  return <BarChart title={title} columns={[column, 'Leads']} bars={bars} empty="Nenhum contato novo neste período" />;
}
