/** The files of the databases: what initialises them, what replaces a node, and who reaches them. */
import { describe, expect, it } from 'vitest';
import { matches, read } from '../scripts/repository.testing.ts';

describe('the databases', () => {
  it('let no process of the panel reach etcd or Patroni, and have etcd compacted', () => {
    const cluster = read('deploy/compose.cluster.yml');
    const inNetwork = (pattern: RegExp) => matches(cluster, pattern);
    expect(inNetwork(/^x-(\w+): &\w+\n(?: {2}.*\n)*? {2}networks: \[database\]$/gm)).toEqual(['etcd', 'node']);
    expect(inNetwork(/^ {2}(\w+):\n(?: {4}.*\n)*? {4}networks: /gm)).toEqual(['haproxy']);
    expect(cluster).toContain('networks: [default, database]\n');
    expect(cluster).toMatch(/^# .*PATRONI_RESTAPI_PASSWORD/m);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the shell reads it.
    expect(read('deploy/patroni/Dockerfile')).toContain('${PATRONI_RESTAPI_PASSWORD:?}');
    expect(cluster).toMatch(/ETCD_AUTO_COMPACTION_MODE: periodic\n +ETCD_AUTO_COMPACTION_RETENTION: "1h"/);
  });

  it('store text as UTF-8: the locale C alone makes a database that checks no encoding', () => {
    expect(read('deploy/compose.yml')).toMatch(/POSTGRES_INITDB_ARGS: ".*--encoding=UTF8.*--locale=C"/);
    expect(read('deploy/patroni/patroni.yml')).toMatch(/^ {4}- encoding: UTF8$/m);
  });

  it('have in their image what Patroni reads its store by, and a patronictl that knows their configuration', () => {
    const image = read('deploy/patroni/Dockerfile');
    expect(read('deploy/patroni/patroni.yml')).toMatch(/^etcd3:$/m);
    expect(image).toMatch(/apt-get install .*\bpython3-etcd\b/);
    const [, copied = 'none'] = /^COPY patroni\.yml (\S+)$/m.exec(image) ?? [];
    expect(matches(image, /^ENV PATRONICTL_CONFIG_FILE=(\S+)$/gm)).toEqual([copied]);
    const run = matches(read('docs/operations.md'), /compose\.cluster\.yml exec (\w+) patronictl list/g);
    expect(run).toHaveLength(1);
    for (const node of run) expect(read('deploy/compose.cluster.yml')).toMatch(new RegExp(`^ {2}${node}:$`, 'm'));
  });

  it('have memory of their own for the panel’s data, a quarter of the server’s', () => {
    const kubernetes = read('deploy/kubernetes/database.yaml');
    const [memory] = matches(kubernetes, /limits: \{ memory: (\d+)Gi \}/g).map(Number);
    for (const [text, setting] of [
      [kubernetes, /shared_buffers: (\d+)GB/g],
      [read('deploy/patroni/patroni.yml'), /shared_buffers: (\d+)GB/g],
      [read('deploy/compose.yml'), /shared_buffers=(\d+)GB/g],
    ] as const)
      expect(matches(text, setting).map(Number)).toEqual([(memory ?? 0) / 4]);
    expect(read('docs/operations.md')).toContain(`are for a machine of ${memory} GB`);
  });

  it('replace a node as fast, and as safely, as the runbook says', () => {
    const patroni = read('deploy/patroni/patroni.yml');
    const [ttl = 0, loop = 0, retry = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
      Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]),
    );
    expect([ttl, loop, retry]).toEqual([10, 2, 3]);
    expect(ttl).toBeGreaterThanOrEqual(loop + 2 * retry);
    expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
    expect(read('deploy/haproxy/haproxy.cfg')).toMatch(/port 8008 inter 1s fall 2 .*on-marked-down shutdown-sessions/);
  });
});
