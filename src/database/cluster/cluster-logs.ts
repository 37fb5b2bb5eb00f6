import type { Client } from 'pg';

/** Settings of each node that keep statements and their values out of its log (docs/operations.md). */
export const QUIET_LOGS: Readonly<Record<string, string>> = {
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_lock_waits: 'off',
  'citus.log_remote_commands': 'off',
  'citus.log_multi_join_order': 'off',
  'citus.log_distributed_deadlock_detection': 'off',
};

/** Returns a line for each node whose log may hold personal data, with the settings that differ. */
export async function talkativeNodes(client: Client): Promise<string[]> {
  const wanted = client.escapeLiteral(JSON.stringify(QUIET_LOGS));
  const others = `select string_agg(s.name || ' = ' || s.setting, ', ' order by s.name)
    from pg_settings s join json_each_text(${wanted}::json) w on w.key = s.name and w.value <> s.setting`;
  const { rows } = await client.query<{ node: string; settings: string | null }>(
    `select n.nodename || ':' || n.nodeport as node, nullif(r.result, '') as settings
     from run_command_on_all_nodes($1) r join pg_dist_node n on n.nodeid = r.nodeid where r.success order by 1`,
    [others],
  );
  return rows.flatMap(({ node, settings }) => (settings === null ? [] : [`${node}: ${settings}`]));
}
