import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OPERATOR_TOKEN, startApp, type TestApp } from '../support/app';

/**
 * Compares the Prometheus and Grafana files of ops/ with a scrape of the running service. test/services/alerts runs Prometheus' own
 * tool.
 */

const file = (name: string): string => readFileSync(name, 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const rules = (parse(file('ops/prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Returns the metrics of an expression, with the labels that it selects or groups by. */
function selectorsIn(expression: string): Selector[] {
  const parts = expression
    .replace(/\[[^\]]*\]|offset \w+/g, '')
    .matchAll(/\bby \(([^)]*)\)|\b([a-z_][a-z0-9_]*)\b(?!\s*\(| by \()(\{[^}]*\})?/g);
  const found: Selector[] = [];
  let grouped: string[] = [];
  for (const [, by, metric = '', matchers = ''] of parts) {
    if (by) grouped = by.split(/, */);
    if (!metric || ['and', 'or', 'unless', 'by', 'up'].includes(metric)) continue;
    const asked = [...matchers.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label);
    found.push({ metric, labels: [...asked, ...grouped] });
    grouped = [];
  }
  return found;
}

describe('rules and panels', () => {
  let test: TestApp;
  /** Labels of all samples by metric. Prometheus adds the target's labels. */
  const exported = new Map<string, Set<string>>();

  beforeAll(async () => {
    test = await startApp({ LIMIT_KEY_METRICS_PER_MINUTE: '1' });
    const partner = await test.partner('metrics:read');
    for (let call = 0; call < 2; call++) await partner.api.get('/metrics');
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
    const text = await (await fetch(`${test.url}/metrics`, { headers })).text();
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      const series = type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
      for (const one of series) exported.set(one, new Set(['instance', 'job']));
    }
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) exported.get(name)?.add(label);
    }
    // Only a cluster has workers (test/citus/outage).
    exported.get('worker_up')?.add('node');
  });
  afterAll(() => test.close());

  it.each<[string, Selector[]]>([
    [
      'sum by (le) (rate(a_bucket{route=~"/x.*"}[5m])) / sum(rate(b_total[5m])) > 0.01',
      [
        { metric: 'a_bucket', labels: ['route', 'le'] },
        { metric: 'b_total', labels: [] },
      ],
    ],
    [
      'max(c{state="dead"} offset 1h) > 15 * 60 and d == 1',
      [
        { metric: 'c', labels: ['state'] },
        { metric: 'd', labels: [] },
      ],
    ],
  ])('%s names its metrics and labels', (expression, selectors) => expect(selectorsIn(expression)).toEqual(selectors));

  it('ask for metrics and labels that the running service has', () => {
    interface Dashboard {
      readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
    }
    const { panels } = JSON.parse(file('ops/grafana-dashboard.json')) as Dashboard;
    const asked = [
      ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
      ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
    ];
    expect(asked).not.toEqual([]);
    const missing = asked.flatMap(({ of, expr }) =>
      selectorsIn(expr).flatMap(({ metric, labels }) => {
        const has = exported.get(metric);
        return has
          ? labels.filter((label) => !has.has(label)).map((label) => `${of}: ${metric}{${label}}`)
          : [`${of}: ${metric}`];
      }),
    );
    expect(missing).toEqual([]);
    // Most calls of a quiet service are health checks and scrapes.
    const calls = asked.flatMap(({ expr }) => expr.match(/http_request[a-z_]*(\{[^}]*\})?/g) ?? []);
    expect(calls.length).toBeGreaterThan(8);
    expect(calls.filter((selector) => !/\{route=~"\/(\(api\|admin\|in\|f\)|api)\/\.\*"/.test(selector))).toEqual([]);
  });
});
