import { NONE_DELETED, RetentionJob } from '../../src/operations/retention.job';
import { EndedDealsJob } from '../../src/leads/deals/ended-deals.job';
import { FirstNamesJob } from '../../src/leads/people/first-names.job';
import { SearchWordsJob } from '../../src/leads/reading/search-words.job';
import type { Callers } from './day-callers';

interface Job {
  readonly run: () => Promise<unknown>;
}

/** Gives each kind of old data to the job that deletes it, and work to the jobs that mend what earlier releases left. */
export async function retentionDay({ test, partner }: Callers): Promise<void> {
  const ofThree = (table: string, where: string) =>
    `where account_id = $1 and id in (select id from ${table} where account_id = $1 and ${where} order by id desc limit 3)`;
  for (const text of [
    `update outbox set sent_at = '2024-01-01' ${ofThree('outbox', 'dead_at is null')}`,
    `update held_submissions set resolved_at = '2024-01-01' ${ofThree('held_submissions', `state <> 'held' and body is not null`)}`,
    `update imports set finished_at = '2024-01-01' ${ofThree('imports', 'finished_at is not null')}`,
    `update bulk_jobs set finished_at = '2024-01-01' ${ofThree('bulk_jobs', 'finished_at is not null')}`,
    `update lead_merges set merged_at = '2024-01-01', merged_lead = '{}' ${ofThree('lead_merges', 'true')}`,
    `insert into audit_entries (account_id, id, at, actor_type, action)
     select $1, ('0170' || right(gen_random_uuid()::text, -4))::uuid, '2020-03-01', 'job', 'retention.ran' from generate_series(1, 3)`,
    `insert into notifications (account_id, id, type, subject_id, message, created_at)
     select $1, ('0170' || right(gen_random_uuid()::text, -4))::uuid, 'source.kept', gen_random_uuid(), 'n', '2020-03-01' from generate_series(1, 3)`,
    `delete from lead_words where account_id = $1 and word like '-%'`,
    `insert into key_refusal_days (account_id, key_id, day, code, field, refusals)
     select $1, gen_random_uuid(), '2020-03-01', 'validation_error', '', n from generate_series(1, 3) n`,
  ]) {
    await partner.sql(text);
  }
  const counts = { ...NONE_DELETED };
  await test.app.get(RetentionJob).runAccount(partner.accountId, new Date(), counts);
  await partner.sql('update accounts set has_first_names = false, has_search_words = false where id = $1');
  await partner.sql(`update conversations set name = 'Outro' ${ofThree('conversations', 'phone_key is not null')}`);
  for (const job of [EndedDealsJob, FirstNamesJob, SearchWordsJob]) await test.app.get<Job>(job).run();
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
}
