import type { ApiKeyView } from '../../../src/contract/key';
import type { LeadDetail } from '../../../src/contract/lead';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import type { TimelineEntry } from '../../../src/contract/timeline';
import { type Pages, usePages } from '../../use-pages';
import { type Resource, useResource, useWholeList } from '../../use-resource';

/** The names of the ids in a lead's record. */
export interface Names {
  readonly stage: (id: string) => string;
  readonly pipeline: (id: string) => string;
  readonly key: (id: string | null) => string;
}

/** A lead whose page is open, with what the parts of the page need. */
export interface OpenLead {
  readonly lead: LeadDetail;
  readonly timeline: Pages<TimelineEntry>;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly names: Names;
  /** Reads the lead and its timeline anew. */
  readonly refresh: () => Promise<void>;
}

/** What the page of a lead reads besides the lead itself. */
export function useLeadParts(id: string, lead: Resource<LeadDetail>): Omit<OpenLead, 'lead'> {
  const timeline = usePages<TimelineEntry>(`/leads/${encodeURIComponent(id)}/timeline`);
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const keys = useWholeList<ApiKeyView>('/api-keys').data;
  const refresh = async (): Promise<void> => {
    await Promise.all([lead.reload(), timeline.reload()]);
  };
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  const names = {
    stage: named(stages, 'etapa excluída'),
    pipeline: named(pipelines, 'funil excluído'),
    // An id that is not a key's is an import's: keys are never removed from the list.
    key: named(keys ?? [], keys ? 'importação' : '…'),
  };
  return { timeline, pipelines, names, refresh };
}

const named =
  (list: readonly { readonly id: string; readonly name: string }[], fallback: string) =>
  (id: string | null): string =>
    list.find((one) => one.id === id)?.name ?? fallback;

/** A stage by its id; undefined for one that is gone, or not loaded yet. */
export const stageOf = (pipelines: readonly OwnerPipelineView[], id: string): OwnerStageView | undefined =>
  pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id);
