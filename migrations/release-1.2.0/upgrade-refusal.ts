import type { QueryRunner } from 'typeorm';
import { Campaigns1764000000038 } from '../0001-release-1.2.0';
import { MemberPeriods1764000000039 } from '../0039-member-periods';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 2_000;

/**
 * Returns why a database with these migrations cannot be upgraded, one sentence with the remedy, or undefined. This release knows the
 * schema of release 1.2.0, and not what earlier ones stored: the jobs of 1.2.0 must have brought that up to date.
 */
export async function upgradeRefusal(runner: QueryRunner, applied: readonly string[]): Promise<string | undefined> {
  if (applied.length === 0 || applied.includes(MemberPeriods1764000000039.name)) return undefined;
  if (!applied.includes(Campaigns1764000000038.name))
    return 'The database is of a release before 1.2.0: upgrade it to 1.2.0 first, and let that run for some minutes (CHANGELOG.md).';
  const [unsettled] = (await runner.query(OWNERS)) as { id: string }[];
  if (unsettled)
    return `The owner of the account ${unsettled.id} is not among its members: start release 1.2.0, call its GET /admin/v1/members with "X-Account-Id: ${unsettled.id}", and run this again.`;
  for (const { id } of (await runner.query('select id from accounts order by id')) as { id: string }[]) {
    const job = (await unfinishedJob(runner, LEADS, id)) ?? (await unfinishedJob(runner, MERGES, id));
    if (job)
      return `The job ${job} of release 1.2.0 has not finished in the account ${id}: start 1.2.0, which begins it after a minute, and run this again some minutes later.`;
  }
  return undefined;
}

/** Walks rows of an account by their ids. Returns the job that still has to change one. */
async function unfinishedJob(runner: QueryRunner, search: string, accountId: string): Promise<string | undefined> {
  for (let after: string | undefined = FIRST_ID; after;) {
    const rows = (await runner.query(search, [accountId, after, PAGE])) as { id: string; job: string | null }[];
    const found = rows.find(({ job }) => job !== null);
    if (found?.job) return found.job;
    after = rows.at(-1)?.id;
  }
  return undefined;
}

const OWNERS = `
  select a.id from accounts a left join members m on m.account_id = a.id and m.role = 'owner'
  where m.email_key is distinct from a.owner_email_key limit 1`;

/** SQL: the erased lead `l` has a deal, or a text about the person. */
const IS_LEFT = `
  exists (select from deals d where d.account_id = $1 and d.lead_id = l.id)
  or exists (select from activities a where a.account_id = $1 and a.lead_id = l.id and a.text is not null)
  or exists (select from closings c where c.account_id = $1 and c.lead_id = l.id and c.reason is not null)
  or exists (select from appointments p where p.account_id = $1 and p.lead_id = l.id and p.text is not null)`;

/** SQL: a person has worked for the lead `l`, which does not say so. Single values, because PostgreSQL would read whole tables for "exists". */
const IS_UNMARKED = `
  l.contacted_at is null and coalesce(
    (select true from stage_moves m where m.account_id = $1 and m.lead_id = l.id and m.moved_by = 'staff'
     order by m.moved_at limit 1),
    (select true from appointments p where p.account_id = $1 and p.lead_id = l.id limit 1), false)`;

/** SQL: a deal of the lead `l` has not ended as its stage says. */
const IS_BEHIND = `
  coalesce((select bool_or(case when s.is_won or s.is_lost
                           then c.stage_id is distinct from d.stage_id or c.is_won <> s.is_won
                           else c.deal_id is not null end)
            from deals d join stages s on s.account_id = $1 and s.id = d.stage_id
            left join closings c on c.account_id = $1 and c.deal_id = d.id
            where d.account_id = $1 and d.lead_id = l.id), false)`;

/** SQL: the lead `l` has no search word of its phone's beginning. "is true" keeps PostgreSQL from the index by word. */
const IS_WORDLESS = `
  not exists (select from lead_words w
              where w.account_id = $1 and w.lead_id = l.id and (w.word >= '+' and w.word < ',') is true)`;

const LEADS = `
  select l.id, case when l.erased_at is not null then case when ${IS_LEFT} then 'left_deals' end
                    when ${IS_UNMARKED} or ${IS_BEHIND} then 'earlier_work'
                    when ${IS_WORDLESS} then 'search_words' end as job
  from (select f.id, f.erased_at, f.contacted_at from leads f
        where f.account_id = $1 and f.id > $2 order by f.id limit $3) l
  order by l.id`;

/** What people did with a merged lead, and how its deals ended, follows the merge. */
const MERGES = `
  select m.id, case when exists (select from activities a where a.account_id = $1 and a.lead_id = m.merged_lead_id)
                      or exists (select from closings c where c.account_id = $1 and c.lead_id = m.merged_lead_id)
               then 'left_deals' end as job
  from (select f.id, f.merged_lead_id from lead_merges f
        where f.account_id = $1 and f.id > $2 order by f.id limit $3) m
  order by m.id`;
