import { chainsOf } from './row-chains';

/** Takes rows as `phone/external_id` and returns the row numbers of each chain. */
const chained = (rows: string): string => {
  const read = rows.split(' ').map((row, number) => {
    const [phoneKey, externalId = ''] = row.split('/');
    return { number, phoneKey: phoneKey || null, externalId };
  });
  return chainsOf(read)
    .map((chain) => chain.map(({ number }) => number).join('-'))
    .join(' ');
};

it.each([
  ['nothing', '1/a 2/b', '0 1'],
  ['the phone', '1/a 2/b 1/c', '0-2 1'],
  ['the external_id', '1/a 2/b 3/a', '0-2 1'],
  ['both', '1/a 1/a', '0-1'],
  ['one each with the row between them', '1/a 1/b 2/b', '0-1-2'],
  ['one each with the row after them', '1/a 2/b 1/c 9/d 2/a', '0-1-2-4 3'],
  ['a phone that reads like the external_id', '1/2 2/1', '0 1'],
  ['only that their phones cannot be read', '/a /b', '0 1'],
  ['the external_id of a phone that cannot be read', '/a 1/b 2/a', '0-2 1'],
])('rows that share %s', (_, rows, chains) => {
  expect(chained(rows)).toBe(chains);
});
