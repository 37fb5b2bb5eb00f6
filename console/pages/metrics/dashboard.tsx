import { useState } from 'preact/hooks';
import type { LeadView } from '../../../src/contract/lead';
import type { Metrics, MetricsBreakdown } from '../../../src/contract/metrics';
import type { Role } from '../../../src/contract/members/roles';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { PeriodChart } from '../../charts/metrics-charts';
import { useMay, useMe } from '../../me';
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
import { useCompared } from './use-compared';
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
  const { period, pipelineId, withoutSpam } = choice;
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const metrics = useCompared<Metrics>(choice, (days) => figuresPath('metrics', withoutSpam, days));
  const path = figuresPath('metrics/breakdown', withoutSpam, { ...period, pipeline_id: pipelineId });
  const breakdown = useResource<MetricsBreakdown>(path);
  return (
    <>
      <PeriodForm choice={choice} />
      <Sales choice={choice} />
      <Loaded from={metrics.now}>
        {(numbers) => (
          <>
            <Tiles of={numbers} before={metrics.before} choice={choice} />
            <div class="charts">
              <PeriodChart of={numbers} />
            </div>
          </>
        )}
      </Loaded>
      <Loaded from={breakdown}>
        {({ by_origin, campaigns, pipeline, period: shown }) => (
          <div class="breakdown">
            <Origins of={by_origin} period={shown} withoutSpam={withoutSpam} />
            <LeadsBySource period={shown} withoutSpam={withoutSpam} />
            <LossReasons period={shown} withoutSpam={withoutSpam} />
            <StageNumbers of={pipeline} period={shown} pipelines={pipelines} onChoose={choice.choosePipeline} />
            <SalesTable period={shown} withoutSpam={withoutSpam} />
            <Campaigns of={campaigns} />
          </div>
        )}
      </Loaded>
    </>
  );
}
