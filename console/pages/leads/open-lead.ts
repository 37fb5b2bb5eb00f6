import type { LeadDetail } from '../../../src/contract/lead';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import type { TimelineEntry } from '../../../src/contract/timeline';
import { useKeyNames } from '../../key-names';
import { useMay } from '../../me';
import { type Pages, usePages } from '../../use-pages';
import { type Resource, useResource } from '../../use-resource';

/** Names of the ids in a lead's record. */
export interface Names {
  readonly stage: (id: string) => string;
  readonly pipeline: (id: string) => string;
  readonly key: (id: string | null) => string;
}

export interface OpenLead {
  readonly lead: LeadDetail;
  readonly timeline: Pages<TimelineEntry>;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly names: Names;
  /** Reloads the lead and its timeline. */
  readonly refresh: () => Promise<void>;
}

export function useLeadParts(id: string, lead: Resource<LeadDetail>): Omit<OpenLead, 'lead'> {
  const timeline = usePages<TimelineEntry>(`/leads/${encodeURIComponent(id)}/timeline`);
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const seesKeys = useMay()('api_keys');
  const keyName = useKeyNames();
  const refresh = async (): Promise<void> => {
    await Promise.all([lead.reload(), timeline.reload()]);
  };
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  const names = {
    stage: named(stages, 'etapa excluída'),
    pipeline: named(pipelines, 'funil excluído'),
    // Other ids are imports, because keys are never removed from the list.
    key: (id: string | null) => (keyName ? (keyName(id) ?? 'importação') : seesKeys ? '…' : 'sistema ou importação'),
  };
  return { timeline, pipelines, names, refresh };
}

const named =
  (list: readonly { readonly id: string; readonly name: string }[], fallback: string) =>
  (id: string | null): string =>
    list.find((one) => one.id === id)?.name ?? fallback;

/** Undefined for a stage that is deleted or not loaded. */
export const stageOfDeal = (pipelines: readonly OwnerPipelineView[], id: string): OwnerStageView | undefined =>
  pipelines.flatMap(({ stages }) => stages).find((stage) => stage.id === id);
