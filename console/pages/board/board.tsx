import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { goTo } from '../../router';
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
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines');
  const all = pipelines.data ?? [];
  const shown = id ? all.find((one) => one.id === id) : all[0];
  return (
    <PageFrame
      title="Quadro"
      about="Os negócios de um funil, etapa por etapa. O lead que mudou por último vem primeiro."
      actions={
        all.length > 1 && (
          <Select
            label="Funil"
            value={shown?.id ?? ''}
            onChange={(chosen) => goTo('quadro', chosen)}
            options={all.map(({ id: value, name: text }) => ({ value, text }))}
          />
        )
      }
    >
      <Loaded from={pipelines}>
        {() =>
          shown ? (
            <PipelineBoard key={shown.id} id={shown.id} pipelines={all} />
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
  readonly pipelines: readonly OwnerPipelineView[];
}

function PipelineBoard({ id, pipelines }: PipelineBoardProps) {
  const open = useBoard(id);
  return <Loaded from={open}>{(board) => <BoardColumns board={board} open={open} pipelines={pipelines} />}</Loaded>;
}
