import type { Period, MetricsBreakdown } from '../../../src/contract/metrics';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { BarCell } from '../../charts/bar-cell';
import { money, plural, share } from '../../format';
import { Select } from '../../ui/field';
import { Change } from './change';
import { FigureLink } from './figure-link';
import { rowsBeside } from './rows-beside';
import type { Beside } from './use-compared';

interface StagesProps {
  readonly of: Beside<MetricsBreakdown['pipeline']>;
  readonly period: Period;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onChoose: (id: string) => void;
}

type Stage = MetricsBreakdown['pipeline']['stages'][number];

const colourOf = ({ is_won, is_lost }: Stage): string => (is_won ? 'won' : is_lost ? 'lost' : 'open');

export function StageNumbers({ of: pipeline, period, pipelines, onChoose }: StagesProps) {
  const { id, name, stages } = pipeline.now;
  const rows = rowsBeside(
    { now: stages, before: pipeline.before.stages },
    { keyOf: (stage) => stage.id, noneOf: (stage) => ({ ...stage, deals_of_period: 0 }) },
  );
  const most = Math.max(0, ...stages.map((stage) => stage.open_deals));
  const ofPeriod = stages.reduce((sum, stage) => sum + stage.deals_of_period, 0);
  return (
    <section class="card chart wide">
      <div class="card-head">
        <h2>{name}: negócios por etapa, agora</h2>
        {pipelines.length > 1 && (
          <Select
            label="Funil"
            value={id}
            onChange={onChoose}
            options={pipelines.map((one) => ({ value: one.id, text: one.name }))}
          />
        )}
      </div>
      <div class="scroll" role="region" aria-label="Negócios por etapa" tabIndex={0}>
        <table>
          <StageHeads />
          <tbody>
            {rows.map(({ now, before }) => (
              <StageRow
                key={now.id}
                of={now}
                before={before?.deals_of_period}
                pipelineId={id}
                {...{ period, most, ofPeriod }}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const StageHeads = () => (
  <thead>
    <tr>
      <th scope="col">Etapa</th>
      <th scope="col">Negócios</th>
      <th scope="col" class="number">
        Valor
      </th>
      <th scope="col" class="number">
        Do período
      </th>
      <th scope="col" class="number">
        % do período
      </th>
    </tr>
  </thead>
);

interface StageRowProps {
  readonly of: Stage;
  /** Deals of the days before. */
  readonly before: number | undefined;
  readonly pipelineId: string;
  readonly period: Period;
  /** Deals of the fullest stage, and deals of the period in all stages. */
  readonly most: number;
  readonly ofPeriod: number;
}

const dealsText = (deals: number): string => plural(deals, 'negócio', 'negócios');

function StageRow({ of: stage, before, pipelineId, period, most, ofPeriod }: StageRowProps) {
  const link = (days: Period | undefined, number: number, label: string) => (
    <FigureLink of={{ kind: 'stage', pipelineId, stageId: stage.id, period: days }} label={label}>
      {dealsText(number)}
    </FigureLink>
  );
  return (
    <tr>
      <th scope="row">{stage.name}</th>
      <BarCell
        value={stage.open_deals}
        most={most}
        colour={colourOf(stage)}
        text={link(undefined, stage.open_deals, `${dealsText(stage.open_deals)} em ${stage.name}`)}
      />
      <td class="number">{money(stage.value)}</td>
      <td class="number">
        {link(period, stage.deals_of_period, `${dealsText(stage.deals_of_period)} do período em ${stage.name}`)}
        <Change now={stage.deals_of_period} before={before} />
      </td>
      <td class="number">{share(stage.deals_of_period, ofPeriod)}</td>
    </tr>
  );
}
