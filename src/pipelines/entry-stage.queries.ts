import { prepared, readRow } from '../database/query';

/** Why new leads have no stage to begin in: the default pipeline has no entry stage, or there is no default pipeline. */
export interface MissingEntry {
  /** This and the name are null when there is no default pipeline. */
  readonly pipelineId: string | null;
  readonly pipelineName: string | null;
  /** The database's time of this statement. */
  readonly now: Date;
}

const FIND_MISSING_ENTRY = prepared(
  'find_missing_entry',
  `select p.id as "pipelineId", p.name as "pipelineName", date_trunc('milliseconds', now()) as now
   from (values (1)) always
   left join (select id, name from pipelines where account_id = $1 and is_default) p on true
   where not exists (select 1 from stages s where s.account_id = $1 and s.pipeline_id = p.id and s.is_entry)`,
);

/** Undefined when new leads have a stage to begin in, which is the usual case. */
export const findMissingEntry = (accountId: string) => readRow<MissingEntry>(FIND_MISSING_ENTRY, [accountId]);
