import { jobRuns } from './job-runs';

it('counts the runs of all jobs and the rows of imports, and those that failed', () => {
  const metrics = [
    '# TYPE job_runs_total counter',
    'job_runs_total{name="outbox",result="ok"} 300',
    'job_runs_total{name="outbox",result="failed"} 0',
    'job_runs_total{name="imports",result="failed"} 2',
    'import_rows_total{result="applied"} 40',
    'import_rows_total{result="failed"} 1',
    'http_requests_total{result="failed"} 7',
  ].join('\n');
  expect(jobRuns(metrics)).toEqual({ runs: 343, failed: 3 });
});
