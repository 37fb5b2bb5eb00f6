import type { Metrics } from '../../src/contract/metrics';
import { daysBetween, shortDay } from '../format';
import { ORIGIN_WORDS } from '../words';
import { BarChart } from './bar-chart';

type DailyChartProps = Pick<Metrics, 'period' | 'daily'>;

/** New contacts per day, with days that have none. */
export function DailyChart({ period, daily }: DailyChartProps) {
  const leads = new Map(daily.map((day) => [day.date, day.leads]));
  const bars = daysBetween(period.from, period.to).map((day) => ({ name: shortDay(day), value: leads.get(day) ?? 0 }));
  return (
    <BarChart title="Leads por dia" columns={['Dia', 'Leads']} bars={bars} empty="Nenhum contato novo neste período" />
  );
}

/** Absent when the plan does not include origins. */
export function OriginChart({ origins }: { readonly origins: Metrics['by_origin'] }) {
  if (!origins) return null;
  const bars = origins.map(({ origin, leads }) => ({ name: ORIGIN_WORDS[origin], value: leads }));
  return (
    <BarChart
      title="Leads por origem"
      columns={['Origem', 'Leads']}
      bars={bars}
      isHorizontal
      empty="Nenhum contato novo neste período"
    />
  );
}

/** The deals that are in each stage now, whatever the period. */
export function PipelineChart({ pipeline }: { readonly pipeline: Metrics['pipeline'] }) {
  const bars = pipeline.stages.map((stage) => ({ name: stage.name, value: stage.open_deals }));
  return (
    <BarChart
      title={`${pipeline.name}: negócios por etapa, agora`}
      columns={['Etapa', 'Negócios']}
      bars={bars}
      isHorizontal
      empty="Nenhum negócio neste funil"
    />
  );
}
