/** The metrics of a running process, against what the alerts and the dashboard read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { matches, read, sorted } from '../../../scripts/repository.ts';
import { useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { createMetrics, observeProcess } from '../platform/monitoring/metrics.ts';
import { countPageViews } from '../web/page-views.ts';
import { startWorker } from '../worker/worker.ts';
import { buildInternalApp } from './internal.ts';

const kit = useKit();
const used = [read('deploy/prometheus/alerts.yml'), read('deploy/grafana/dashboard.json')];

/** Only a database that archives its log has them: internal.test.ts shows them. */
const OF_AN_ARCHIVE = ['panel_archive_failing', 'panel_archive_lag_seconds'];

type Metric = { readonly name: string; readonly help: string; readonly type: string };
let exposed: Metric[] = [];

beforeAll(async () => {
  const { deps } = kit();
  const metrics = createMetrics();
  observeProcess(metrics, 'v1.2.3');
  const pageViews = countPageViews(deps.database, deps.clock, metrics);
  const app = buildApp({ ...deps, config: { ...deps.config, logLevel: 'silent' } }, { metrics, pageViews });
  await app.ready();
  const worker = startWorker(deps, app.log, metrics);
  const internal = buildInternalApp(deps, metrics, worker.readings);
  const text = (await internal.inject('/metrics')).body;
  exposed = [...text.matchAll(/^# HELP (\w+) ?(.*)\n# TYPE \w+ (\w+)$/gm)].map(
    ([, name = '', help = '', type = '']) => ({
      name,
      help,
      type,
    }),
  );
  await worker.stop();
  await pageViews.stop();
  await internal.close();
  await app.close();
});

const names = () => sorted([...exposed.map(({ name }) => name), ...OF_AN_ARCHIVE]);
/** Node's own, of which the dashboard reads a few. */
const isNodes = (name: string) => /^(nodejs|process)_/.test(name);
/** A histogram is read by its buckets. */
const namesIn = (text: string) =>
  sorted(matches(text, /\b((?:panel|http|process|nodejs)_[a-z0-9_]+)/g).map((name) => name.replace(/_bucket$/, '')));

describe('the metrics', () => {
  it('are those that the alerts and the dashboard read, and together all of them', () => {
    for (const text of used) expect(names()).toEqual(expect.arrayContaining(namesIn(text)));
    const ours = (name: string) => !isNodes(name);
    expect(namesIn(used.join('\n')).filter(ours)).toEqual(names().filter(ours));
  });

  it('have Node’s own: the lag of the event loop, heap, garbage collection, CPU and file descriptors', () => {
    for (const name of ['eventloop_lag_p99_seconds', 'heap_size_used_bytes', 'gc_duration_seconds'])
      expect(names()).toContain(`nodejs_${name}`);
    for (const name of ['cpu_seconds_total', 'open_fds']) expect(names()).toContain(`process_${name}`);
  });

  it('have a help text, and their unit in their name', () => {
    expect(exposed.length).toBeGreaterThan(20);
    for (const { name, help, type } of exposed.filter((metric) => !isNodes(metric.name))) {
      expect(help, name).toMatch(/^[A-Z].{9,}\.$/);
      expect(/_total$/.test(name), name).toBe(type === 'counter');
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      // Everything else counts something, or is 1 or 0.
      expect(/_(seconds|bytes)$/.test(name), name).toBe(/\b(seconds|bytes)\b/i.test(help));
    }
  });
});
