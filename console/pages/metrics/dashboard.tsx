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
import { LossReasons, SalesTable, useRowsBy } from './sales-tables';
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
  const { pipelineId, withoutSpam } = choice;
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const metrics = useCompared<Metrics>(choice, (period) => figuresPath('metrics', withoutSpam, period));
  // Before the tables, because two such calls at once are answered.
  const bySource = useRowsBy('source', choice);
  const breakdown = useCompared<MetricsBreakdown>(choice, (period) =>
    figuresPath('metrics/breakdown', withoutSpam, { ...period, pipeline_id: pipelineId }),
  );
  useChanges(['deal'], () => void bySource.refresh());
  return (
    <>
      <PeriodForm choice={choice} />
      <Loaded from={bySource}>{(figures) => <Sales of={figures} choice={choice} />}</Loaded>
      <Loaded from={metrics}>
        {(numbers) => (
          <>
            <Tiles of={numbers} choice={choice} />
            <div class="charts">
              <PeriodChart of={numbers.now} />
            </div>
          </>
        )}
      </Loaded>
      <Loaded from={breakdown}>
        {({ now, before }) => (
          <div class="breakdown">
            {now.by_origin && before.by_origin && (
              <Origins
                of={{ now: now.by_origin, before: before.by_origin }}
                period={now.period}
                withoutSpam={withoutSpam}
              />
            )}
            {bySource.data && <LeadsBySource of={bySource.data} withoutSpam={withoutSpam} />}
            <LossReasons choice={choice} />
            <StageNumbers
              of={{ now: now.pipeline, before: before.pipeline }}
              period={now.period}
              pipelines={pipelines}
              onChoose={choice.choosePipeline}
            />
            <SalesTable choice={choice} />
            {now.campaigns && before.campaigns && (
              <Campaigns
                of={{ now: now.campaigns, before: before.campaigns }}
                period={now.period}
                withoutSpam={withoutSpam}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
