import { Injectable } from '@nestjs/common';
import type { Actor } from '../../accounts/actor';
import { ApiError } from '../../common/api-error';
import { apiErrorOf } from '../../common/http/api-error.filter';
import { idOf, sentId } from '../../common/input/id.pipe';
import { describeError, log } from '../../common/process/log';
import type { BulkResult } from '../../contract/lead';
import { DealsService } from '../deals/deals.service';
import { EditLeadService } from './edit-lead.service';
import { ValidateIf } from 'class-validator';
import { IsSentIdOrNull, IsString, Must, Trimmed, SENT_ID, IsIds, InputObject } from '../../common/input/fields';
import { MAX_BULK_LEADS } from '../../contract/limits';
import { IsTags } from './lead.dto';
import { viewOwnerLead } from '../record/lead.view';

const isOneGiven = (body: Readonly<Record<string, unknown>>): boolean =>
  [body.add_tags, body.stage_id, body.responsible_id].filter((value) => value !== undefined).length === 1;

/** Absent when another one is given. */
const OneOfThree = (): PropertyDecorator => (target, property) => {
  ValidateIf((body: BulkDto, value) => value !== undefined || !isOneGiven({ ...body }))(target, property);
  Must((_, body) => isOneGiven(body), 'informe add_tags, stage_id ou responsible_id, e só um deles')(target, property);
};

@InputObject('LeadBulk', {
  forms: {
    LeadBulkOfTags: ['lead_ids', 'add_tags'],
    LeadBulkOfMoves: ['lead_ids', 'stage_id'],
    LeadBulkOfResponsible: ['lead_ids', 'responsible_id'],
  },
})
export class BulkDto {
  @IsIds({ min: 1, max: MAX_BULK_LEADS }) lead_ids!: string[];

  @OneOfThree() @Trimmed() @IsTags() add_tags?: string[];
  @OneOfThree() @IsString(SENT_ID) stage_id?: string;

  /** A member; null: nobody. */
  @OneOfThree() @IsSentIdOrNull() responsible_id?: string | null;
}

type BulkChange = Omit<BulkDto, 'lead_ids'>;

const edited = ({ add_tags, responsible_id }: BulkChange) => ({
  add_tags,
  responsible_id: sentId(responsible_id),
});

type Outcome = 'changed' | 'unchanged' | ApiError;

/** POST /leads/bulk: the same change of several leads, one by one, so that others wait for one lead at most. */
@Injectable()
export class BulkService {
  constructor(
    private readonly edits: EditLeadService,
    private readonly deals: DealsService,
  ) {}

  /**
   * Changes each lead on its own, and names the refused ones. A failure such as no turn at the database refuses its lead and all after it;
   * while no lead is changed it is thrown.
   */
  async change(accountId: string, actor: Actor, { lead_ids, ...change }: BulkDto): Promise<BulkResult> {
    const result = { changed: 0, unchanged: 0, refused: [] as BulkResult['refused'][number][] };
    let failure: ApiError | undefined;
    const failed = (error: unknown): ApiError => {
      if (error instanceof ApiError) return error;
      if (result.changed === 0) throw error;
      log.warn(describeError(error), 'a change of several leads ended early');
      return (failure = apiErrorOf(error));
    };
    for (const id of new Set(lead_ids)) {
      const outcome = failure ?? (await this.changeOne(accountId, actor, idOf(id), change).catch(failed));
      if (outcome instanceof ApiError) result.refused.push({ id, code: outcome.code });
      else result[outcome]++;
    }
    return result;
  }

  private async changeOne(
    accountId: string,
    actor: Actor,
    id: string,
    { stage_id, ...edits }: BulkChange,
  ): Promise<Outcome> {
    const isChanged =
      stage_id === undefined
        ? (await this.edits.edit(accountId, actor, id, edited(edits), viewOwnerLead)).isChanged
        : (await this.deals.moveLeadByStaff(accountId, actor, id, idOf(stage_id))).changed;
    return isChanged ? 'changed' : 'unchanged';
  }
}
