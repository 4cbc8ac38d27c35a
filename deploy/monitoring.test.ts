/** Alerts, dashboard and what Prometheus reads, against each other and the runbook. */
import { describe, expect, it } from 'vitest';
import { INTERNAL } from '../api/src/server-settings.ts';
import { matches, read, sorted } from '../scripts/repository.ts';

const alerts = read('deploy/prometheus/alerts.yml');
const dashboard = read('deploy/grafana/dashboard.json');
const operations = read('docs/operations.md');

describe('the alerts and the dashboard', () => {
  it('have a section in the runbook for each alert, with its severity, and none for another', () => {
    const named = matches(alerts, /^ +- alert: (\w+)$/gm);
    const severities = matches(alerts, /labels: { severity: (page|ticket) }/g);
    expect(named.length).toBeGreaterThan(15);
    expect(severities).toHaveLength(named.length);
    const sections = [...operations.matchAll(/^### (Panel\w+)\n\n- Severity: (.*)$/gm)].map(
      ([, name, severity]) => `${name} ${severity}`,
    );
    expect(sorted(sections)).toEqual(sorted(named.map((name, index) => `${name} ${severities[index]}`)));
  });

  it('count no health check as a call', () => {
    const health = sorted(matches(read('api/src/platform/monitoring/health.ts'), /app\.get\('(.*?)'/g)).join('|');
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

  it('fire also when no process reports whether the books were checked', () => {
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

  type Panel = {
    id: number;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string; legendFormat: string }[];
  };
  const { panels } = JSON.parse(dashboard) as { panels: Panel[] };

  it('show which routes fail and how, where the runbook looks for it', () => {
    const [, title] =
      /^### PanelErrorBudgetFast\n[^#]*which route and status \((.*?) on the dashboard\)/m.exec(operations) ?? [];
    const [failing] = panels.filter((panel) => panel.title === title).flatMap(({ targets }) => targets);
    expect(failing?.expr).toMatch(/sum by \(route, status\) \(rate\(http_requests_total\{status=~"5\.\."/);
    expect(failing?.legendFormat).toBe('{{route}} {{status}}');
  });

  it('leave no gap and no overlap between the panels of the dashboard', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      return Array.from({ length: w * h }, (_, at) => (y + Math.floor(at / w)) * 24 + x + (at % w));
    });
    expect(cells.sort((a, b) => a - b)).toEqual(cells.map((_, at) => at));
  });

  it('show each panel of the dashboard once, with a query', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets } of panels) for (const { expr } of targets) expect(expr).toMatch(/\w/);
  });
});

describe('what Prometheus reads', () => {
  const [compose, cluster] = ['compose.yml', 'compose.cluster.yml'].map((name) => read(`deploy/${name}`));
  const targets = (where: string) =>
    matches(new RegExp(`^\\| ${where} \\|(.*)$`, 'm').exec(operations)?.[1] ?? '', /`([\w.]+:\d+)`/g);
  const served = (text = '') => matches(text, /^ {2}(\w+):\n(?: {4}.*\n)*? {4}environment: .* ROLE: \w+/gm);

  it('is told for each way to run it, all of its processes', () => {
    const port = String(INTERNAL.port.default);
    expect(targets('`compose.yml`, with the Prometheus that is in it')).toEqual(
      served(compose).map((name) => `${name}:${port}`),
    );
    expect(targets('`compose.cluster.yml`')).toEqual(served(cluster).map((name) => `${name}:${port}`));
  });

  it('is one job everywhere, under the name that the alerts ask for', () => {
    expect(sorted(matches(alerts, /job="(\w+)"/g))).toEqual(['panel']);
    for (const name of ['prometheus', 'kubernetes'])
      expect(matches(read(`deploy/prometheus/${name}.yml`), /job_name: (\w+)/g)).toEqual(['panel']);
    const kubernetes = read('deploy/prometheus/kubernetes.yml');
    for (const name of ['api', 'worker', 'console']) {
      const pod = read(`deploy/kubernetes/${name}.yaml`);
      expect(pod).toContain(`labels: { app: panel, role: ${name} }`);
      expect(pod).toContain('{ name: internal, containerPort: ');
    }
    expect(kubernetes).toContain(
      'source_labels: [__meta_kubernetes_pod_label_app, __meta_kubernetes_pod_container_port_name]',
    );
    expect(kubernetes).toContain('regex: panel;internal');
  });

  it('warns of a process’s memory before it is killed for it', () => {
    const [warned = 0] = matches(alerts, /process_resident_memory_bytes.* > (\d+) \* 1024 \* 1024/g).map(Number);
    const limits = ['kubernetes/api.yaml', 'kubernetes/worker.yaml', 'kubernetes/console.yaml', 'compose.yml']
      .concat('compose.cluster.yml')
      .flatMap((name) => matches(read(`deploy/${name}`), /(?:limits: \{ memory: |mem_limit: )(\d+)M?i?m?/g));
    expect(limits.length).toBeGreaterThan(6);
    for (const limit of limits) expect(warned).toBeLessThanOrEqual(Number(limit) * 0.8);
  });
});
