import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { mustRun } from '../fault/support/processes';

/** Checks the files of ops/ for Prometheus with Prometheus' own tool. */

const RULES = 'ops/prometheus-alerts.yml';
const RULE_TESTS = 'ops/prometheus-alerts.test.yml';
const file = (name: string): string => readFileSync(name, 'utf8');

/** The names of all alerts in order. */
function names(): string[] {
  const { groups } = parse(file(RULES)) as { groups: { rules: { alert: string }[] }[] };
  return groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort();
}

describe('the alerts', () => {
  it('are rules that Prometheus accepts, and fire or not as their own tests say', async () => {
    await mustRun('promtool', ['check', 'rules', RULES]);
    await mustRun('promtool', ['test', 'rules', RULE_TESTS]);
  });

  it('have a case each in which they fire, and one in which they do not', () => {
    interface Case {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }
    const { tests } = parse(file(RULE_TESTS)) as { tests: { alert_rule_test: Case[] }[] };
    const cases = tests.flatMap((test) => test.alert_rule_test);
    const of = (fires: boolean) => [
      ...new Set(cases.filter((one) => one.exp_alerts.length > 0 === fires).map((one) => one.alertname)),
    ];
    expect(of(true).sort()).toEqual(names());
    expect(of(false).sort()).toEqual(names());
  });

  it('have a row each in the documented table, with what it means, where to look, and what to do', () => {
    const table = file('docs/operations.md').split('### Alerts\n')[1]?.split('\n### ')[0] ?? '';
    const rows = table.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|').slice(1, -1)] : []));
    expect(rows.map(([alert = '']) => alert.trim()).sort()).toEqual(names().map((name) => `\`${name}\``));
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => !cell.trim()))).toEqual([]);
  });

  it('come with a configuration that Prometheus accepts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-prometheus-'));
    try {
      writeFileSync(join(folder, 'token'), 'x');
      writeFileSync(join(folder, 'prometheus-alerts.yml'), file(RULES));
      const config = file('ops/prometheus.yml').replace('/etc/prometheus/metrics-token', join(folder, 'token'));
      writeFileSync(join(folder, 'prometheus.yml'), config);
      await mustRun('promtool', ['check', 'config', join(folder, 'prometheus.yml')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
