/** Alerts, dashboard and what Prometheus reads, against the metrics that the code has and the runbook's lines. */
import { describe, expect, it } from 'vitest';
import { matches, read, sorted, sources } from './repository.testing.ts';

const alerts = read('deploy/prometheus/alerts.yml');
const dashboard = read('deploy/grafana/dashboard.json');
const operations = read('docs/operations.md');

describe('the alerts and the dashboard', () => {
  const METRIC = /\b((?:panel|http|process)_[a-z_]+)/g;
  /** A histogram is read by its buckets. */
  const measured = (text: string) => sorted(matches(text, METRIC).map((name) => name.replace(/_bucket$/, '')));
  const inCode = measured(
    sources
      .filter((file) => /^api\/src\/(internal|worker|platform\/metrics|partners\/alarms)\.ts$/.test(file))
      .map(read)
      .join('\n'),
  );

  it('read metrics that the code has, and together all of them', () => {
    for (const text of [alerts, dashboard]) expect(inCode).toEqual(expect.arrayContaining(measured(text)));
    expect(measured(alerts + dashboard)).toEqual(inCode);
  });

  it('have a line in the runbook for each alert, and none for another', () => {
    const named = matches(alerts, /^ +- alert: (\w+)$/gm);
    expect(named.length).toBeGreaterThan(15);
    expect(matches(operations, /^\| `(Panel\w+)` \|/gm).sort()).toEqual(named.sort());
    expect(alerts.match(/labels: { severity: (page|ticket) }/g)).toHaveLength(named.length);
  });

  it('count no health check as a call', () => {
    const health = sorted(matches(read('api/src/platform/health.ts'), /app\.get\('(.*?)'/g)).join('|');
    const counted = matches(alerts + dashboard.replaceAll('\\"', '"'), /\bhttp_\w+(\{.*?\}|)/g);
    expect(counted.length).toBeGreaterThan(20);
    for (const labels of counted)
      expect(labels.includes(`${health}"`) || labels.includes('route=~"'), labels).toBe(true);
  });

  it('allow the errors that R5 promises, and judge by nothing else', () => {
    const promised = matches(/^\| R5 .*$/m.exec(read('docs/reliability.md'))?.[0] ?? '', /([\d.]+) %/g);
    const rules = matches(alerts, /^ +(?:and )?sum.*status=~"5..".* > (.*)$/gm);
    expect(promised).toHaveLength(2);
    expect(rules).toHaveLength(6);
    for (const rule of rules) expect(rule).toMatch(/^[\d.]+ \* 0\.\d+$/);
    const allowed = rules.map((rule) => ((1 - Number(rule.split(' * ')[1])) * 100).toFixed(1));
    expect(sorted(allowed)).toEqual(sorted(promised));
  });

  it('reach somebody, also when no process says whether the books were checked', () => {
    expect(read('deploy/prometheus/prometheus.yml')).toMatch(/^alerting:\n +alertmanagers:\n.*\n +- targets: \["/m);
    const metric = 'panel_books_check_timestamp_seconds';
    expect(alerts).toContain(` or absent(${metric})`);
  });

  it('compare no series of different labels: `and` drops every pair whose labels are not the same', () => {
    const both = matches(alerts, /^ +expr: (?:\|\n)?((?:.*\n +and )?.* and .*|.*\n +and .*)$/gm);
    expect(both.length).toBeGreaterThan(3);
    for (const part of both.flatMap((expression) => expression.split(/\band\b/)))
      expect(part.trim()).toMatch(/^(sum|min|max)\b/);
  });

  it('show each panel of the dashboard once, with a query', () => {
    const { panels } = JSON.parse(dashboard) as { panels: { id: number; targets: { expr: string }[] }[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets } of panels) for (const { expr } of targets) expect(expr).toMatch(/\w/);
  });
});
