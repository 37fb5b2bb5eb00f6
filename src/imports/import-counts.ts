/** SQL: the counts of the rows of the import `id`: all, pending, then by result. */
export const countsOf = (id: string): string => {
  const results = ['created', 'updated', 'duplicate', 'refused', 'erased'];
  return `(select array[count(*), count(*) filter (where r.result is null),
       ${results.map((result) => `count(*) filter (where r.result = '${result}')`).join(', ')}]::integer[]
     from import_rows r where r.account_id = $1 and r.import_id = ${id})`;
};
