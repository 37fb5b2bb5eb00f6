import type { MigrationText } from '../../src/database/schema/migrator';

/** A broken rule, and the statement or part of an `alter table` that breaks it. */
export type Offence = readonly [rule: keyof typeof RULES | 'concurrently', sql: string];

/**
 * What breaks the previous release during a migration or blocks its writers (docs/operations.md, "Migrations"). The first kind is
 * allowed once no running release uses what is removed.
 */
const RULES = {
  drop: { isContraction: true, pattern: /^drop (?:table|view|function|procedure|type|sequence)\b/ },
  'drop column': { isContraction: true, pattern: /^drop (?!constraint\b)/, isAction: true },
  rename: { isContraction: true, pattern: /^(?:alter .*)?\brename\b/ },
  'change of type': { isContraction: true, pattern: /^alter (?:column )?\w+ (?:set data )?type\b/, isAction: true },
  'not null': { isContraction: true, pattern: /^alter (?:column )?\w+ set not null\b/, isAction: true },
  'not null without a constant default': {
    pattern: /^add (?!constraint\b).*\bnot null\b(?<!default (?:'|\d|true|false).*)(?!.*default (?:'|\d|true|false))/,
    isAction: true,
  },
  'default that rewrites the table': {
    pattern: /^add (?!constraint\b).*\b(?:default (?!'|\d|true|false|null)|generated always as (?!identity))/,
    isAction: true,
  },
  'not valid': { pattern: /^add (?:constraint \w+ )?(?:check|foreign key)\b(?!.* not valid$)/, isAction: true },
  'using index': { pattern: /^add (?:constraint \w+ )?(?:unique|primary key)\b(?! using index\b)/, isAction: true },
  'rows in batches': { pattern: /^(?:with .*)?\b(?:update|delete from) \w+ (?!.*\bon conflict\b)/ },
  'table lock': { pattern: /^(?:truncate|lock|cluster|vacuum full|reindex (?!.*concurrently))\b/ },
} as const satisfies Record<string, { pattern: RegExp; isContraction?: true; isAction?: true }>;

/** Finds all offences of a migration. `isOlder` tells whether a release precedes the migration's own. */
export function offencesOf(migration: MigrationText, isOlder: (release: string) => boolean): Offence[] {
  const { unusedSince, isTransaction } = migration;
  const mayContract = unusedSince !== undefined && isOlder(unusedSince);
  const statements = migration.statements.map(plain);
  const made = new Set(statements.flatMap((sql) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []));
  return statements.flatMap((sql) => {
    const table = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(sql);
    if (made.has(table?.[1] ?? indexedTable(sql) ?? '')) return [];
    const found = Object.entries(RULES).flatMap(([rule, { pattern, ...kind }]): Offence[] => {
      if ('isContraction' in kind && mayContract) return [];
      const parts = table ? actionsOf(table[2] ?? '') : 'isAction' in kind ? [] : [sql];
      return parts.filter((part) => pattern.test(part)).map((part) => [rule as keyof typeof RULES, part]);
    });
    return [...found, ...(isIndexLock(sql, isTransaction) ? [['concurrently', sql] as const] : [])];
  });
}

const plain = (sql: string): string =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$).*?\1/gs, '$$')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const indexedTable = (sql: string): string | undefined =>
  /^create (?:unique )?index .*?\bon (?:only )?(\w+)/.exec(sql)?.[1];

/** Recognises an index made or dropped with a lock: not concurrently, or in a transaction. */
const isIndexLock = (sql: string, isTransaction: boolean): boolean =>
  /^(?:create (?:unique )?|drop )index\b/.test(sql) && (isTransaction || !/ index concurrently\b/.test(sql));

function actionsOf(text: string): string[] {
  let depth = 0;
  const actions = [''];
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) actions.push('');
    else actions.push(actions.pop() + sign);
  }
  return actions.map((action) => action.trim());
}
