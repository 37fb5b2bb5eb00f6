import { planned, readRows, write } from '../../database/query';

/** SQL: the lead `l` has a word of its number without area code. "is true" keeps PostgreSQL from the index by word. */
const HAS_NUMBER = `(select true from lead_words w
   where w.account_id = $1 and w.lead_id = l.id and (w.word >= '-' and w.word < '.') is true limit 1)`;

const SCAN_LEADS = planned(
  `select l.id, (l.erased_at is null and ${HAS_NUMBER} is null) is true as "lacksWords"
   from (select f.id, f.erased_at from leads f
         where f.account_id = $1 and f.id > $2 order by f.id limit $3) l
   order by l.id`,
);

interface ScannedLead {
  readonly id: string;
  readonly lacksWords: boolean;
}

/** Reads the leads of an account by their ids, and says which lack words of a search. */
export const scanLeads = (accountId: string, after: string, count: number) =>
  readRows<ScannedLead>(SCAN_LEADS, [accountId, after, count]);

const HAS_SEARCH_WORDS = planned(`update accounts set has_search_words = true where id = $1`);

export const rememberSearchWords = (accountId: string) => write(HAS_SEARCH_WORDS, [accountId]);
