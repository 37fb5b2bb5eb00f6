/** Runs of jobs and rows of imports, and those that failed, by the text of GET /metrics: what is tried again leaves no other trace. */
export function jobRuns(metrics: string): { readonly runs: number; readonly failed: number } {
  const found = [...metrics.matchAll(/^(?:job_runs_total|import_rows_total)\{[^}]*result="(\w+)"[^}]*\} (\d+)$/gm)];
  const count = (of: (result: string) => boolean): number =>
    found.reduce((sum, [, result = '', value]) => sum + (of(result) ? Number(value) : 0), 0);
  return { runs: count(() => true), failed: count((result) => result === 'failed') };
}
