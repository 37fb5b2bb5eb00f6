import { Client } from 'pg';
import type { NoticeMessage } from 'pg-protocol/dist/messages';

export interface RunNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Temp Written Blocks': number;
  readonly Plans?: readonly RunNode[];
}

/** An executed statement of the service or of a foreign key. */
export interface Execution {
  readonly text: string;
  readonly plan: RunNode;
  /** Pages read by all nodes. */
  readonly buffers: number;
  /** Rows and index entries read, including those that did not match. */
  readonly examined: number;
  readonly rows: number;
}

const SETTINGS = {
  session_preload_libraries: `'auto_explain'`,
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** Session settings: how prepared statements are planned, and that executions are reported to the client. */
export const sessionSettings = (database: string, planCacheMode: 'auto' | 'force_generic_plan'): string[] =>
  Object.entries({ ...SETTINGS, plan_cache_mode: planCacheMode }).map(
    ([name, value]) => `alter database ${database} set ${name} = ${value}`,
  );

/** Stops the reports of this session, which would take longer than its work. */
export const SILENCE = 'set auto_explain.log_min_duration = -1';

/** Runs the work and returns the reported statements in order. */
export async function watchExecutions(work: () => Promise<unknown>): Promise<Execution[]> {
  const executions: Execution[] = [];
  await withNotices(({ message = '' }) => {
    const [, found] = /^duration: .* plan:\n(.*)$/s.exec(message) ?? [];
    if (found) executions.push(executionOf(JSON.parse(found) as Reported));
  }, work);
  return executions;
}

/** Runs the work, and receives what the server reports to all connections of this process meanwhile. */
export async function withNotices<T>(hear: (notice: NoticeMessage) => void, work: () => Promise<T>): Promise<T> {
  const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const heard = new Set<Client>();
  Reflect.set(Client.prototype, 'query', function (this: Client, ...args: unknown[]): unknown {
    if (!heard.has(this)) this.on('notice', hear);
    heard.add(this);
    return original.apply(this, args);
  });
  try {
    return await work();
  } finally {
    Reflect.set(Client.prototype, 'query', original);
    for (const client of heard) client.off('notice', hear);
  }
}

interface Reported {
  readonly 'Query Text': string;
  readonly Plan: RunNode;
}

function executionOf({ 'Query Text': text, Plan: plan }: Reported): Execution {
  const written = plan['Node Type'] === 'ModifyTable' ? plan.Plans?.[0] : undefined;
  return {
    text,
    plan,
    buffers: buffersOf(plan),
    examined: examinedBy(plan),
    rows: Math.max(plan['Actual Rows'], written?.['Actual Rows'] ?? 0),
  };
}

/** The largest figure of all nodes: the root's sum omits writing nodes. */
const buffersOf = (node: RunNode): number =>
  Math.max(node['Shared Hit Blocks'] + node['Shared Read Blocks'], ...(node.Plans ?? []).map(buffersOf));

function examinedBy(node: RunNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const isScan = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  const own =
    isScan && node['Node Type'] !== 'ModifyTable' ? (node['Actual Rows'] + removed) * node['Actual Loops'] : removed;
  return own + (node.Plans ?? []).reduce((sum, part) => sum + examinedBy(part), 0);
}

export const readersOf = (plan: RunNode): string[] => [
  ...(plan['Relation Name'] || plan['Index Name']
    ? [`${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name']} ${plan['Actual Rows']}`]
    : []),
  ...(plan.Plans ?? []).flatMap(readersOf),
];
