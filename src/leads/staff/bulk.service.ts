import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';
import type { BulkResult } from '../../contract/lead';
import { DealsService } from '../deals/deals.service';
import type { BulkDto } from './bulk.dto';
import { EditLeadService, staffEditor } from '../intake/edit-lead.service';

/** Tags name no author. */
const NOBODY = staffEditor('');

type Outcome = 'changed' | 'unchanged' | ApiError;

/** POST /leads/bulk: the same change of several leads, one by one, so that others wait for one lead at most. */
@Injectable()
export class BulkService {
  constructor(
    private readonly edits: EditLeadService,
    private readonly deals: DealsService,
  ) {}

  /** Changes each lead on its own, and names the refused ones. */
  async change(accountId: string, { lead_ids, add_tags, stage_id }: BulkDto): Promise<BulkResult> {
    const result = { changed: 0, unchanged: 0, refused: [] as BulkResult['refused'][number][] };
    for (const id of new Set(lead_ids)) {
      const outcome = await this.changeOne(accountId, idOf(id), add_tags, stage_id).catch(refusalOf);
      if (outcome instanceof ApiError) result.refused.push({ id, code: outcome.code });
      else result[outcome]++;
    }
    return result;
  }

  private async changeOne(accountId: string, id: string, tags: string[] | undefined, stageId = ''): Promise<Outcome> {
    const isChanged = tags
      ? (await this.edits.edit(accountId, NOBODY, id, { add_tags: tags })).isChanged
      : (await this.deals.moveLeadByStaff(accountId, id, idOf(stageId))).changed;
    return isChanged ? 'changed' : 'unchanged';
  }
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
