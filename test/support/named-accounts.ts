/** Words that may follow a table name without being its alias. */
const WORDS = new Set(
  `where set on order group limit join left inner cross returning values select for union using when and or as not from then do`.split(
    ' ',
  ),
);

const USES = /\b(?:from|join|update|using)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/gi;

/**
 * Returns the tables of a statement (name or alias) without a condition on the account `$1`. Each use of a table needs its own
 * condition. TypeORM quotes names and numbers parameters in its own way.
 */
export function unnamedIn(statement: string, tables: readonly string[]): string[] {
  const text = statement.replaceAll('"', '');
  const account = statement === text ? String.raw`account_id = \$1\b` : String.raw`account_id = \$\d`;
  const count = (pattern: string): number => [...text.matchAll(new RegExp(pattern, 'g'))].length;
  const uses = new Map<string, number>();
  let bare = 0;
  for (const [, table = '', alias = ''] of text.matchAll(USES)) {
    if (!tables.includes(table)) continue;
    const hasAlias = alias !== '' && !WORDS.has(alias.toLowerCase());
    if (hasAlias) uses.set(alias, (uses.get(alias) ?? 0) + 1);
    // Without an alias, the condition uses the table's name or only the column.
    else if (count(String.raw`\b${table}\.${account}`) === 0) bare++;
  }
  const missing = [...uses].filter(([name, times]) => count(String.raw`\b${name}\.${account}`) < times);
  const insertsElsewhere = [...text.matchAll(/insert into (\w+)\b(?! ?\(account_id\b)/gi)].filter(([, table = '']) =>
    tables.includes(table),
  );
  return [
    ...missing.map(([name]) => name),
    ...(count(String.raw`(?<![\w.])${account}`) < bare ? ['one without another name'] : []),
    ...insertsElsewhere.map(([, table = '']) => `insert into ${table}`),
  ];
}
