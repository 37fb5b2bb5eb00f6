import { useState } from 'preact/hooks';
import type { Metrics } from '../../../src/contract/metrics';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { DailyChart, PipelineChart, OriginChart } from '../../charts/metrics-charts';
import { count, dayBefore } from '../../format';
import { Select } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { useResource } from '../../use-resource';

const PERIODS = [
  { value: '7', text: 'Últimos 7 dias' },
  { value: '30', text: 'Últimos 30 dias' },
  { value: '90', text: 'Últimos 90 dias' },
  { value: '365', text: 'Últimos 365 dias' },
];

/** The account's numbers. */
export function Dashboard() {
  const [days, setDays] = useState('30');
  const [pipeline, setPipeline] = useState('');
  const [now] = useState(() => new Date());
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const period = `from=${dayBefore(now, Number(days) - 1)}&to=${dayBefore(now, 0)}`;
  const metrics = useResource<Metrics>(`/metrics?${period}${pipeline && `&pipeline_id=${pipeline}`}`);
  return (
    <Page
      title="Painel"
      about="Contatos novos por qualquer canal, em dias de Brasília."
      actions={
        <>
          <Select label="Período" value={days} onChange={setDays} options={PERIODS} />
          {pipelines.length > 1 && (
            <Select
              label="Funil"
              value={pipeline || pipelines[0]?.id}
              onChange={setPipeline}
              options={pipelines.map(({ id, name }) => ({ value: id, text: name }))}
            />
          )}
        </>
      }
    >
      <Loaded from={metrics}>
        {(numbers) => (
          <>
            <Tiles of={numbers} />
            <div class="charts">
              <DailyChart period={numbers.period} daily={numbers.daily} />
              <OriginChart origins={numbers.by_origin} />
              <PipelineChart pipeline={numbers.pipeline} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Tiles({ of: numbers }: { readonly of: Metrics }) {
  const unset = 'Marque uma etapa em Funis';
  return (
    <dl class="tiles">
      <Tile name="Leads" value={numbers.leads} note="contatos no período" />
      <Tile
        name="Agendados"
        value={numbers.scheduled}
        note={numbers.scheduled === null ? unset : 'estão em agendamento'}
      />
      <Tile name="Fechados" value={numbers.closed} note={numbers.closed === null ? unset : 'estão em venda'} />
      <Tile name="Comparecimentos" value={numbers.attended} note="no período" />
    </dl>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: number | null;
  readonly note: string;
}

function Tile({ name, value, note }: TileProps) {
  return (
    <div class="card tile">
      <dt>{name}</dt>
      <dd class="tile-value">{value === null ? '—' : count(value)}</dd>
      <dd class="small muted">{note}</dd>
    </div>
  );
}
