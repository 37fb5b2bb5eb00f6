import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { ResponsibleFilter } from '../../responsible';
import { addressOf, useQuery } from '../../router';
import { Select } from '../../ui/field';
import { Empty, Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useResource } from '../../use-resource';
import { BoardColumns } from './columns';
import { useBoard } from './use-board';

interface BoardPageProps {
  /** Defaults to the default pipeline. */
  readonly id: string | undefined;
}

export function BoardPage({ id }: BoardPageProps) {
  const [query, setQuery] = useQuery();
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines');
  const all = pipelines.data ?? [];
  const shown = id ? all.find((one) => one.id === id) : all[0];
  return (
    <PageFrame
      title="Quadro"
      about="Os negócios de um funil, etapa por etapa. O lead que mudou por último vem primeiro."
      actions={
        <>
          <ResponsibleFilter
            value={query.responsible ?? ''}
            onChange={(responsible) => setQuery(responsible ? { responsible } : {})}
          />
          {all.length > 1 && (
            <Select
              label="Funil"
              value={shown?.id ?? ''}
              onChange={(chosen) => (location.hash = addressOf(['quadro', chosen], query))}
              options={all.map(({ id: value, name: text }) => ({ value, text }))}
            />
          )}
        </>
      }
    >
      <Loaded from={pipelines}>
        {() =>
          shown ? (
            <PipelineBoard key={shown.id} id={shown.id} responsible={query.responsible} pipelines={all} />
          ) : (
            <Empty title="Este funil não existe mais">Escolha outro funil.</Empty>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface PipelineBoardProps {
  readonly id: string;
  readonly responsible: string | undefined;
  readonly pipelines: readonly OwnerPipelineView[];
}

function PipelineBoard({ id, responsible, pipelines }: PipelineBoardProps) {
  const open = useBoard(id, responsible);
  return <Loaded from={open}>{(board) => <BoardColumns board={board} open={open} pipelines={pipelines} />}</Loaded>;
}
