import { prepared, readRow } from '../database/query';

/** Reason why new leads have no first stage: the default pipeline is missing, or lacks an entry stage. */
export interface MissingEntry {
  /** Null, like the name, without a default pipeline. */
  readonly pipelineId: string | null;
  readonly pipelineName: string | null;
  /** Database time of this statement. */
  readonly now: Date;
}

const FIND_MISSING_ENTRY = prepared(
  'find_missing_entry',
  `select p.id as "pipelineId", p.name as "pipelineName", date_trunc('milliseconds', now()) as now
   from (values (1)) always
   left join (select id, name from pipelines where account_id = $1 and is_default) p on true
   where not exists (select 1 from stages s where s.account_id = $1 and s.pipeline_id = p.id and s.is_entry)`,
);

/** Undefined in the usual case, when new leads have a first stage. */
export const findMissingEntry = (accountId: string) => readRow<MissingEntry>(FIND_MISSING_ENTRY, [accountId]);
