import { ApiError } from '../common/api-error';
import type { PendingRow } from './import.queries';
import { reasonsOf } from './row-reasons';

/**
 * Whether a stored row is refused for its stage or pipeline: both were right when the file was read, so they are gone, or became
 * won, since.
 */
export function isOfPlace(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'pipeline_not_configured') return false;
  return reasonsOf(error).every(({ field }) => field === 'deal.pipeline_id' || field === 'deal.stage_id');
}

/** The row without them: its deal goes where that of a row without a stage does. */
export function withoutPlace(row: PendingRow): PendingRow {
  const { deal, ...rest } = row.body;
  const value = deal?.value;
  return {
    ...row,
    body: { ...rest, ...(value !== undefined && { deal: { value } }) },
    fields: [...(row.fields ?? []), PLACE_GONE],
  };
}

const PLACE_GONE = {
  field: 'deal.stage_id',
  message: 'a etapa deixou de existir ou passou a ser de ganho; o negócio foi para a etapa de entrada do funil padrão',
};
