import { insertEach } from '../../database/combined-queries';
import { prepared, write } from '../../database/query';
import { type Searched, wordsOf } from './search-words';

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
