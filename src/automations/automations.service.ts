import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ApiError, missing } from '../common/api-error';
import { idOf, NO_ID } from '../common/input/id.pipe';
import { loadPage, type Page, type PagedAccount, type PageQuery } from '../common/input/paging';
import { MAX_AUTOMATIONS } from '../contract/limits';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { lockStage } from '../pipelines/pipeline.queries';
import { Stage } from '../pipelines/pipeline.entity';
import type { AutomationDto } from './automation.dto';
import { Automation } from './automation.entity';
import { listRulesOfStage } from './automations.queries';

const BEGINNING = '-infinity';

@Injectable()
export class AutomationsService {
  constructor(private readonly database: Database) {}

  /** Oldest first. Throws 422 for a bad cursor, and `not_found` for a stage that the account lacks. */
  list({ id: accountId, cursorSecret }: PagedAccount, stageId: string, query: PageQuery): Promise<Page<Automation>> {
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['automations', accountId, stageId]),
      load: async (count, [createdAt = BEGINNING, id = NO_ID] = []) => {
        const rules = await this.database.read(listRulesOfStage(accountId, stageId, { createdAt, id }, count));
        if (!rules) throw missing('stage');
        return rules;
      },
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
    });
  }

  /** Throws `not_found`, 422 unless the target is another, non-won stage of the pipeline, and `conflict` for one rule too many. */
  add(accountId: string, stageId: string, { idle_days: idleDays, action }: AutomationDto): Promise<Automation> {
    return this.database.transaction(accountId, async (tx) => {
      // Keeps both stages and their flags unchanged, and prevents concurrent new rules.
      const { stage } = await lockStage(tx, accountId, stageId);
      const targetStageId = action.stage_id === undefined ? null : idOf(action.stage_id);
      if (targetStageId) await refuseBadTarget(tx, accountId, stage, targetStageId);
      if ((await tx.entitiesOf(accountId).countBy(Automation, { accountId, stageId })) >= MAX_AUTOMATIONS)
        throw tooMany();
      const automation = tx.entities.create(Automation, {
        accountId,
        id: uuidv7(),
        stageId,
        idleDays,
        action: action.type,
        tag: action.tag ?? null,
        targetStageId,
        createdAt: new Date(),
      });
      await tx.entitiesOf(accountId).insert(Automation, automation);
      return automation;
    });
  }

  /** Throws `not_found`. */
  async remove(accountId: string, id: string): Promise<void> {
    const { affected } = await this.database.transaction(accountId, (tx) =>
      tx.entitiesOf(accountId).delete(Automation, { accountId, id }),
    );
    if (!affected) throw missing('automation');
  }
}

const tooMany = (): ApiError =>
  new ApiError('conflict', { message: `Uma etapa pode ter no máximo ${MAX_AUTOMATIONS} automações.` });

async function refuseBadTarget(tx: Transaction, accountId: string, stage: Stage, id: string): Promise<void> {
  const target = await tx.entitiesOf(accountId).findOneBy(Stage, { accountId, id });
  const isFit = target && target.pipelineId === stage.pipelineId && !target.isWon && target.id !== stage.id;
  if (isFit) return;
  throw ApiError.invalid([
    { field: 'action.stage_id', message: 'deve ser outra etapa do mesmo funil, que não seja de ganho' },
  ]);
}
