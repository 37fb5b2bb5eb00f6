import { map, prepared, type Query, readRow } from '../../database/query';
import { formsOf, type Phone } from '../record/phone';

const FIND_STORED_KEY = prepared(
  'find_known_key',
  `select k.phone_key as "phoneKey"
   from (select c.phone_key, 1 as place from conversations c where c.account_id = $1 and c.phone_key = any($2::text[])
         union all
         select h.phone_key, 2 from held_submissions h where h.account_id = $1 and h.phone_key = any($2::text[])) k
   order by k.place, k.phone_key = $3 desc limit 1`,
);

const findStoredKey = (accountId: string, { digits, key }: Phone) =>
  map(readRow<{ phoneKey: string }>(FIND_STORED_KEY, [accountId, formsOf(key), digits]), (row): Phone => ({
    digits,
    key: row?.phoneKey ?? key,
  }));

/**
 * The phone with the key under which the account has stored it. Releases before 2.0 stored the forms of an Argentine number apart: one that
 * is stored in both stays two, each found by its own form. Reads nothing for a number with one form.
 */
export const storedPhone = async (
  accountId: string,
  phone: Phone,
  read: (query: Query<Phone, 'read'>) => Promise<Phone>,
): Promise<Phone> => (formsOf(phone.key).length === 1 ? phone : read(findStoredKey(accountId, phone)));
