/** The files of the databases: what initialises them, what replaces a node, and who reaches them. */
import { describe, expect, it } from 'vitest';
import { matches, read } from '../scripts/repository.ts';
import { databaseClusters, readCompose } from './files.testing.ts';

describe('the databases', () => {
  it('let no process of the panel reach etcd or Patroni, and have etcd compacted', () => {
    for (const [name, { image, networks, environment }] of Object.entries(
      readCompose('compose.cluster.yml').services,
    )) {
      if (name === 'haproxy') expect(networks).toEqual(['default', 'database']);
      else if (image.startsWith('panel:')) expect(networks, name).toBeUndefined();
      else expect(networks, name).toEqual(['database']);
      if (name.startsWith('etcd'))
        expect(environment, name).toMatchObject({
          ETCD_AUTO_COMPACTION_MODE: 'periodic',
          ETCD_AUTO_COMPACTION_RETENTION: '1h',
        });
    }
    expect(read('deploy/compose.cluster.yml')).toMatch(/^# .*PATRONI_RESTAPI_PASSWORD/m);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as the shell reads it.
    expect(read('deploy/patroni/Dockerfile')).toContain('${PATRONI_RESTAPI_PASSWORD:?}');
  });

  it('store text as UTF-8: the locale C alone makes a database that checks no encoding', () => {
    const { postgres } = readCompose('compose.yml').services;
    expect(postgres?.environment?.POSTGRES_INITDB_ARGS).toMatch(/--encoding=UTF8.*--locale=C/);
    expect(read('deploy/patroni/patroni.yml')).toMatch(/^ {4}- encoding: UTF8$/m);
  });

  it('T20: are set up without temporary tables for everybody', () => {
    const [panel, keys] = databaseClusters().map(({ spec }) => spec?.bootstrap?.initdb?.postInitApplicationSQL?.join());
    for (const set of [panel, read('deploy/postgres/roles.sql')])
      expect(set).toContain('revoke temporary on database panel from public');
    for (const set of [keys, read('deploy/postgres/keys.sql')])
      expect(set).toContain('revoke temporary on database panel_keys from public');
  });

  it('have in their image what Patroni reads its store by, and a patronictl that knows their configuration', () => {
    const image = read('deploy/patroni/Dockerfile');
    expect(read('deploy/patroni/patroni.yml')).toMatch(/^etcd3:$/m);
    expect(image).toMatch(/apt-get install .*\bpython3-etcd\b/);
    const [, copied = 'none'] = /^COPY patroni\.yml (\S+)$/m.exec(image) ?? [];
    expect(matches(image, /^ENV PATRONICTL_CONFIG_FILE=(\S+)$/gm)).toEqual([copied]);
    const run = matches(read('docs/recovery.md'), /compose\.cluster\.yml exec -T (\w+) patronictl list/g);
    expect(run).toHaveLength(1);
    for (const node of run) expect(Object.keys(readCompose('compose.cluster.yml').services)).toContain(node);
  });

  it('have memory of their own for the panel’s data, a quarter of the server’s', () => {
    const spec = databaseClusters()[0]?.spec;
    const memory = Number.parseInt(String(spec?.resources?.limits?.memory), 10);
    const quarter = `${memory / 4}GB`;
    expect(spec?.postgresql?.parameters?.shared_buffers).toBe(quarter);
    expect(matches(read('deploy/patroni/patroni.yml'), /shared_buffers: (\w+)/g)).toEqual([quarter]);
    expect(readCompose('compose.yml').services.postgres?.command).toContain(`shared_buffers=${quarter}`);
    expect(read('docs/install.md')).toContain(`are for a machine of ${memory} GB`);
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
