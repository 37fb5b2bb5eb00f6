import { ApiError } from '../common/api-error';
import type { PendingRow } from './import.queries';
import { reasonsOf } from './rows/row-reasons';

/** Recognises a refusal for a stage or pipeline that was valid when the file was read, and was deleted or won since. */
export function isOfPlace(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'pipeline_not_configured') return false;
  return reasonsOf(error).every(({ field }) => field === 'deal.pipeline_id' || field === 'deal.stage_id');
}

/** Removes both, so that the deal goes where rows without a stage go. */
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
