import { map, prepared, readRow, write } from '../database/query';
import type { StageReference } from '../pipelines/stage-references';

const IS_TARGET = prepared(
  'is_target_of_automation',
  `select exists (select 1 from automations where account_id = $1 and target_stage_id = any($2::uuid[])
                  and stage_id <> all($2::uuid[])) as "isTarget"`,
);
const DELETE_AUTOMATIONS = prepared(
  'delete_automations_of_stages',
  `with named as materialized (
     select account_id, id from automations where account_id = $1 and stage_id = any($2::uuid[]) order by id for update)
   delete from automations a using named n where n.account_id = $1 and a.account_id = $1 and a.id = n.id`,
);

/** A stage cannot be deleted while a rule of another stage moves deals into it. Its own rules are deleted with it. */
export const RULES_OF_STAGES: StageReference = {
  isHeld: (accountId, stageIds) =>
    map(readRow<{ isTarget: boolean }>(IS_TARGET, [accountId, stageIds]), (row) => row?.isTarget ?? false),
  release: (accountId, stageIds) => write(DELETE_AUTOMATIONS, [accountId, stageIds], 'automation'),
};
