import { useState } from 'preact/hooks';
import type { LeadView } from '../../../src/contract/lead';
import type { Metrics, Period, MetricsBreakdown } from '../../../src/contract/metrics';
import type { Role } from '../../../src/contract/members/roles';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { PeriodChart } from '../../charts/metrics-charts';
import { useMay, useMe } from '../../me';
import type { ShownPage } from '../../router';
import { Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { FirstSteps } from '../start/first-steps';
import { Campaigns } from './campaigns';
import { figuresPath } from './figures-path';
import { Origins } from './origins';
import { LeadsBySource } from './leads-by-source';
import { PeriodForm } from './period-form';
import { Sales } from './sales';
import { LossReasons, SalesTable } from './sales-tables';
import { StageNumbers } from './stages';
import { Tiles } from './tiles';
import { useChoice } from './use-period';

/** Numbers of the account, or the first steps while it has no lead; a seller sees their own numbers. */
export function Dashboard() {
  const newest = useResource<LeadView[]>('/leads?limit=1');
  const { member } = useMe();
  const canBegin = useMay()('sources');
  const [isNew, setNew] = useState<boolean>();
  if (isNew === undefined && newest.data) setNew(canBegin && newest.data.length === 0);
  useChanges(['lead'], () => void (isNew && newest.refresh()));
  return (
    <PageFrame
      title="Painel"
      about={
        isNew ? 'Comece pelos leads que você já tem; depois ligue o que traz os novos.' : ABOUT[member?.role ?? 'owner']
      }
    >
      <Loaded from={newest}>
        {([lead]) => (isNew ? <FirstSteps lead={lead} onDone={() => setNew(false)} /> : <Numbers />)}
      </Loaded>
    </PageFrame>
  );
}

const OF_ALL = 'Contatos novos por qualquer canal, por dia no horário de Brasília.';
const ABOUT: Readonly<Record<Role, string>> = {
  owner: OF_ALL,
  manager: OF_ALL,
  seller: 'Os números dos seus leads, por dia no horário de Brasília.',
};

function Numbers() {
  const choice = useChoice();
  const { period, before, pipelineId, withoutSpam } = choice;
  const pathOf = (path: string, shown: Period, more: ShownPage = {}): string =>
    figuresPath(path, withoutSpam, { ...shown, ...more });
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const metrics = useResource<Metrics>(pathOf('metrics', period));
  const earlier = useResource<Metrics>(pathOf('metrics', before)).data;
  const breakdown = useResource<MetricsBreakdown>(pathOf('metrics/breakdown', period, { pipeline_id: pipelineId }));
  return (
    <>
      <Sales withoutSpam={withoutSpam} />
      <PeriodForm choice={choice} />
      <Loaded from={metrics}>
        {(numbers) => (
          <>
            <Tiles
              of={numbers}
              before={earlier?.period.to === before.to ? earlier : undefined}
              withoutSpam={withoutSpam}
            />
            <div class="charts">
              <PeriodChart of={numbers} />
            </div>
          </>
        )}
      </Loaded>
      <Loaded from={breakdown}>
        {({ by_origin, campaigns, pipeline, period: shown }) => (
          <div class="charts breakdown">
            <Origins of={by_origin} period={shown} withoutSpam={withoutSpam} />
            <LeadsBySource period={shown} withoutSpam={withoutSpam} />
            <StageNumbers of={pipeline} period={shown} pipelines={pipelines} onChoose={choice.choosePipeline} />
            <Campaigns of={campaigns} />
            <SalesTable period={shown} withoutSpam={withoutSpam} />
            <LossReasons period={shown} withoutSpam={withoutSpam} />
          </div>
        )}
      </Loaded>
    </>
  );
}
