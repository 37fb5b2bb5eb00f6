import { Injectable } from '@nestjs/common';
import { ValidateIf } from 'class-validator';
import type { Actor } from '../../accounts/actor';
import { type AuditWrite, recordAudit } from '../../audit/audit.queries';
import { ApiError } from '../../common/api-error';
import { apiErrorOf } from '../../common/http/api-error.filter';
import {
  InputObject,
  IsIds,
  IsOneOf,
  IsSentIdOrNull,
  IsString,
  IsTrue,
  Must,
  Optional,
  SENT_ID,
  Trimmed,
} from '../../common/input/fields';
import { idOf, sentId } from '../../common/input/id.pipe';
import { describeError, log } from '../../common/process/log';
import { BULK_CHANGES, type BulkResult } from '../../contract/lead';
import { MAX_BULK_LEADS } from '../../contract/limits';
import { type Origin, ORIGINS } from '../../contract/origin';
import { ERASURE_REASONS, type ErasureReason } from '../../contract/person';
import { DealsService } from '../deals/deals.service';
import { EditLeadService } from '../intake/edit-lead.service';
import { IsTags } from '../intake/lead.dto';
import type { Alongside } from '../record/alongside';
import { viewOwnerLead } from '../record/lead.view';
import { LeadErasureService } from './lead-erasure.service';

/** One of these fields is given; the others are absent then. */
export function OneOf(fields: readonly string[]): PropertyDecorator {
  const isOneGiven = (body: Readonly<Record<string, unknown>>): boolean =>
    fields.filter((field) => body[field] !== undefined).length === 1;
  return (target, property) => {
    ValidateIf((body: object, value) => value !== undefined || !isOneGiven({ ...body }))(target, property);
    Must((_, body) => isOneGiven(body), `informe só um destes campos: ${fields.join(', ')}`)(target, property);
  };
}

const OneChange = (): PropertyDecorator => OneOf(BULK_CHANGES);

@InputObject('LeadBulk', {
  forms: {
    LeadBulkOfTags: ['lead_ids', 'add_tags'],
    LeadBulkOfMoves: ['lead_ids', 'stage_id'],
    LeadBulkOfUndoneMoves: ['lead_ids', 'undo'],
    LeadBulkOfResponsible: ['lead_ids', 'responsible_id'],
    LeadBulkOfOrigins: ['lead_ids', 'origin'],
    LeadBulkOfErasures: ['lead_ids', 'erase'],
    LeadBulkOfSpam: ['lead_ids', 'erase', 'reason'],
  },
})
export class BulkDto {
  @IsIds({ min: 1, max: MAX_BULK_LEADS }) lead_ids!: string[];

  @OneChange() @Trimmed() @IsTags() add_tags?: string[];
  @OneChange() @IsString(SENT_ID) stage_id?: string;

  /** Takes back the last move of each lead. */
  @OneChange() @IsTrue() undo?: true;

  /** A member; null: nobody. */
  @OneChange() @IsSentIdOrNull() responsible_id?: string | null;

  @OneChange() @IsOneOf(ORIGINS) origin?: Origin;

  @OneChange() @IsTrue() erase?: true;

  @Optional()
  @Must((_, { erase }) => erase !== undefined, 'só se combina com erase')
  @IsOneOf(ERASURE_REASONS)
  reason?: ErasureReason;
}

/** A change of one of many leads; only a job removes tags, which it had added. */
export type BulkChange = Omit<BulkDto, 'lead_ids'> & { readonly remove_tags?: readonly string[] };

/** POST /leads/bulk: the same change of several leads, one by one, so that others wait for one lead at most. */
@Injectable()
export class BulkService {
  constructor(
    private readonly edits: EditLeadService,
    private readonly deals: DealsService,
    private readonly erasure: LeadErasureService,
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
    const ids = new Set(lead_ids);
    const entry = entryOf(accountId, actor, change, ids.size);
    for (const id of ids) {
      const outcome =
        failure ?? (await this.changeOne(accountId, actor, idOf(id), change, { writes: entry }).catch(failed));
      if (outcome instanceof ApiError) result.refused.push({ id, code: outcome.code });
      else result[outcome]++;
    }
    return result;
  }

  /** Throws what the services of the change do. */
  async changeOne(
    accountId: string,
    actor: Actor,
    id: string,
    change: BulkChange,
    alongside: Alongside,
  ): Promise<'changed' | 'unchanged'> {
    const { add_tags, remove_tags, stage_id, undo, responsible_id, origin, erase, reason } = change;
    if (erase) return outcomeOf((await this.erasure.erase(accountId, id, actor, reason, alongside.writes)).isFirst);
    if (undo) return outcomeOf((await this.deals.undoMoveOfLead(accountId, actor, id, alongside)).changed);
    if (stage_id !== undefined)
      return outcomeOf((await this.deals.moveLeadByStaff(accountId, actor, id, idOf(stage_id), alongside)).changed);
    const replaced = { origin, replaced_origin: 'untracked' } as const;
    const edits = { add_tags, remove_tags, responsible_id: sentId(responsible_id), ...replaced };
    return outcomeOf((await this.edits.edit(accountId, actor, id, edits, viewOwnerLead, alongside)).isChanged);
  }
}

const outcomeOf = (isChanged: boolean) => (isChanged ? 'changed' : 'unchanged');

/** One entry of the audit trail, which is sent with each changed lead and written with the first. */
export function entryOf(accountId: string, actor: Actor, body: BulkChange, leads: number): AuditWrite {
  const { stage_id, responsible_id, origin } = body;
  const change = BULK_CHANGES.find((one) => body[one] !== undefined) ?? 'add_tags';
  const to = {
    stage_id: stage_id === undefined ? undefined : idOf(stage_id),
    responsible_id: sentId(responsible_id),
    origin,
  };
  const details = { bulk: { change, leads, ...to } };
  return recordAudit(accountId, actor, 'leads.bulk_changed', undefined, { details });
}
