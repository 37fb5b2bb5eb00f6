import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { addressOf, goTo, presentQuery, useQuery } from '../../router';
import { Select } from '../../ui/field';
import { Empty, Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useResource } from '../../use-resource';
import { entryOf } from '../leads/deal-fields';
import { NewLead } from '../leads/new-lead';
import { useSettled } from '../leads/use-settled';
import { boardFilters, BoardFilters } from './board-filters';
import { BoardColumns } from './columns';
import { useBoard } from './use-board';

interface Searched {
  /** Latest search, kept for people who come back from a lead; not in the address, because it may name a person. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

interface BoardPageProps extends Searched {
  /** Defaults to the default pipeline. */
  readonly id: string | undefined;
}

export function BoardPage({ id, ...searched }: BoardPageProps) {
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines');
  const all = pipelines.data ?? [];
  const shown = id ? all.find((one) => one.id === id) : all[0];
  return (
    <PageFrame
      title="Quadro"
      actions={
        <>
          {all.length > 1 && (
            <Select
              label="Funil"
              value={shown?.id ?? ''}
              onChange={(chosen) => goTo(addressOf(['quadro', chosen], presentQuery()))}
              options={all.map(({ id: value, name: text }) => ({ value, text }))}
            />
          )}
          <NewLead stageId={shown && entryOf(shown)} />
        </>
      }
    >
      <Loaded from={pipelines}>
        {() =>
          shown ? (
            <PipelineBoard key={shown.id} id={shown.id} pipelines={all} {...searched} />
          ) : (
            <Empty title="Este funil não existe mais">Escolha outro funil.</Empty>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface PipelineBoardProps extends Searched {
  readonly id: string;
  readonly pipelines: readonly OwnerPipelineView[];
}

function PipelineBoard({ id, search, onSearch, pipelines }: PipelineBoardProps) {
  const query = useQuery();
  const open = useBoard(id, boardFilters(query, useSettled(search.trim())));
  return (
    <>
      <BoardFilters search={search} onSearch={onSearch} query={query} />
      <Loaded from={open}>{(board) => <BoardColumns board={board} open={open} pipelines={pipelines} />}</Loaded>
    </>
  );
}
