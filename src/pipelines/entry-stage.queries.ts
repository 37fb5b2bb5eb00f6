import { prepared, readRow } from '../database/query';

/** That leads have nowhere to begin: the default pipeline has no entry stage, or there is no default pipeline. */
export interface MissingEntry {
  /** Null without a default pipeline; so is the name. */
  readonly pipelineId: string | null;
  readonly pipelineName: string | null;
  /** The moment of the look. */
  readonly now: Date;
}

const FIND_MISSING_ENTRY = prepared(
  'find_missing_entry',
  `select p.id as "pipelineId", p.name as "pipelineName", date_trunc('milliseconds', now()) as now
   from (values (1)) always
   left join (select id, name from pipelines where account_id = $1 and is_default) p on true
   where not exists (select 1 from stages s where s.account_id = $1 and s.pipeline_id = p.id and s.is_entry)`,
);

/** Undefined when new leads have a stage to begin in, as they should. */
export const findMissingEntry = (accountId: string) => readRow<MissingEntry>(FIND_MISSING_ENTRY, [accountId]);
