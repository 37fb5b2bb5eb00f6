import { insertEach } from '../../database/insert-each';
import { lockRows, planned, prepared, write } from '../../database/query';
import { PHONE_START, type Searched, wordsOf } from './search-words';

const INSERT_WORDS = insertEach(
  'insert_words',
  'lead_words',
  ['lead_id', 'word'],
  'on conflict (account_id, lead_id, word) do nothing',
);

/** Adds a lead to the word index; sent after the lead is written. An erased lead has no words. */
export function insertWords(accountId: string, leadId: string, lead: Searched) {
  const words = wordsOf(lead).map((word) => [leadId, word] as const);
  return words.length > 0 ? INSERT_WORDS(accountId, words) : undefined;
}

const DELETE_WORDS = prepared('delete_words', `delete from lead_words where account_id = $1 and lead_id = $2`);

export const replaceWords = (accountId: string, leadId: string, lead: Searched) => [
  deleteWords(accountId, leadId),
  insertWords(accountId, leadId, lead),
];

export const deleteWords = (accountId: string, leadId: string) => write(DELETE_WORDS, [accountId, leadId]);

// The subquery finds the leads in id order; with the lock inside, the whole account would be sorted first. "is true" keeps PostgreSQL from
// the index by word. Every lead has the word of its phone's start, which earlier releases did not write.
const LOCK_WORDLESS = planned(
  `select l.id, l.name, l.email, l.phone from leads l
   where l.account_id = $1 and l.erased_at is null and l.id in (
     select f.id from leads f
     where f.account_id = $1 and f.id > $2 and f.erased_at is null
       and not exists (select from lead_words w where w.account_id = $1 and w.lead_id = f.id
           and (w.word >= '${PHONE_START}' and w.word < '${String.fromCharCode(PHONE_START.charCodeAt(0) + 1)}') is true)
     order by f.id limit $3)
   order by l.id for update skip locked`,
);

/** Locks the next leads without all their words, and skips those that others have locked. */
export const lockWordless = (accountId: string, after: string, count: number) =>
  lockRows<Searched & { readonly id: string }>('lead', LOCK_WORDLESS, [accountId, after, count]);

const ENTER_WORDS = planned(
  `insert into lead_words (account_id, lead_id, word)
   select l.account_id, l.id, w.word
   from unnest($2::uuid[], $3::text[]) w (lead_id, word) join leads l on l.account_id = $1 and l.id = w.lead_id
   where l.account_id = $1
   on conflict (account_id, lead_id, word) do nothing`,
);

export function enterWords(accountId: string, leads: readonly (Searched & { readonly id: string })[]) {
  const words = leads.flatMap((lead) => wordsOf(lead).map((word) => [lead.id, word] as const));
  return write(ENTER_WORDS, [accountId, words.map(([id]) => id), words.map(([, word]) => word)]);
}
