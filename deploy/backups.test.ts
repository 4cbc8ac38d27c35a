/** The scripts of the archive, on a real server where this machine has PostgreSQL's programs: archive, copy, prune, restore. */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { end } from '../api/test/product.ts';
import { freePortRange } from '../e2e/product.ts';
import { account, postgresPrograms } from '../failover/packages.ts';
import { untilAnswered } from '../failover/processes.ts';
import { read } from '../scripts/repository.ts';

const programs = postgresPrograms();
const START_MS = 60_000;
let folder = '';
const at = (name: string) => join(folder, name);
const [archive, copies] = [() => at('archive'), () => at('copies')];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'panel-backups-'));
  for (const name of ['', 'archive', 'copies', 'bin']) {
    mkdirSync(at(name), { recursive: true });
    const owner = account();
    if (owner) chownSync(at(name), owner.uid, owner.gid);
  }
  // The account of PostgreSQL may not enter the folder of the sources.
  for (const name of readdirSync('deploy/postgres')) {
    copyFileSync(join('deploy/postgres', name), at(`bin/${name}`));
    chmodSync(at(`bin/${name}`), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runAs(command: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: { PATH: `${programs}:${process.env.PATH}`, ...env },
    encoding: 'utf8',
    ...account(),
  });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}
const archiveFile = (name: string) => runAs(at('bin/archive-wal.sh'), [at(`source-${name}`), name, archive()]);

/** Runs PostgreSQL on a data folder while `work` does, which is given its port and a connection to it. */
async function withServer<T>(
  data: string,
  options: readonly string[],
  work: (client: pg.Client, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePortRange();
  const place = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`];
  const server = spawn(`${programs}/postgres`, ['-D', data, ...place, ...options], {
    stdio: 'ignore',
    cwd: folder,
    ...account(),
  });
  try {
    const client = await untilAnswered('the server', START_MS, async () => {
      const candidate = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
      candidate.on('error', () => {});
      await candidate.connect();
      const { rows } = await candidate.query('select pg_is_in_recovery() as behind');
      if (!rows[0].behind) return candidate;
      await candidate.end();
      return undefined;
    });
    const result = await work(client, port);
    await client.end();
    return result;
  } finally {
    await end(server, 'SIGINT');
  }
}

const deploy = (name: string) => read(`deploy/${name}`);

it('the nodes archive to a folder that the image makes for them, and standbys do too', () => {
  const [, folder = 'none'] = /archive_command: \S+ %p %f (\S+)$/m.exec(deploy('patroni/patroni.yml')) ?? [];
  expect(deploy('patroni/patroni.yml')).toMatch(/^ +archive_mode: always$/m);
  expect(deploy('patroni/Dockerfile')).toContain(`install -d -m 700 -o postgres -g postgres ${folder}`);
  expect(deploy('compose.cluster.yml')).toContain(`"archive:${folder}"`);
});

it('no copy of the panel’s cluster has the key store', () => {
  const cluster = deploy('compose.cluster.yml');
  expect(deploy('postgres/roles.sql')).not.toMatch(/create .*keys/);
  expect(deploy('postgres/keys.sql')).toContain('create database panel_keys');
  for (const n of [1, 2, 3]) {
    const [panel = '', keys = ''] = [`node${n}`, `keys${n}`].map(
      (name) => new RegExp(`^  ${name}:\\n(?:    .*\\n)+`, 'm').exec(cluster)?.[0],
    );
    expect(panel).toMatch(/<<: \*node-variables.*\n.*\*archive\]/);
    expect(keys).toMatch(/<<: \*keys-variables.*\n.*\*keys-archive\]/);
  }
  expect(cluster).toMatch(/&keys-variables\n +<<: \*node-variables\n +PATRONI_SCOPE: panel-keys\n/);
  const port = /^listen keys\n(?: .*\n)* +bind :(\d+)\n/m.exec(deploy('haproxy/haproxy.cfg'))?.[1];
  expect(cluster).toContain(`KEYS_DATABASE_URL haproxy:${port}`);
});

it('everything is copied once a night, and no copy is kept for longer than docs/privacy.md says', () => {
  const database = deploy('kubernetes/database.yaml').split('\n---\n');
  const ofKind = (kind: string) => database.filter((part) => part.includes(`\nkind: ${kind}\n`));
  const names = (kind: string, pattern: RegExp) => ofKind(kind).map((part) => pattern.exec(part)?.[1]);
  const stores = names('Cluster', /isWALArchiver: true, parameters: { barmanObjectName: ([\w-]+) }/);
  expect(stores).toEqual(['panel-backups', 'panel-keys-backups']);
  expect(names('ObjectStore', /name: ([\w-]+) }/)).toEqual(stores);
  // The copy before the window is kept too, until the next one is made.
  expect(names('ObjectStore', /retentionPolicy: (\d+)d/)).toEqual(['33', '5']);
  expect(names('ScheduledBackup', /cluster: { name: ([\w-]+) }/)).toEqual(['panel-database', 'panel-keys']);
  expect(deploy('postgres/panel-backup.sh')).toContain('-mtime +33');
});

it('restore.sh leaves nothing in the folder that would turn off the archive or the standby once Patroni has started on it', () => {
  const [copy, data] = [at('edited-copy'), at('edited-data')];
  mkdirSync(copy);
  // As a restore by an earlier release left it, and with a custom setting.
  const earlier = ["recovery_target_time = 'then'", 'archive_mode = off', "synchronous_standby_names = ''"];
  writeFileSync(join(copy, 'postgresql.auto.conf'), ["work_mem = '8MB'", ...earlier, ''].join('\n'));
  const { stdout, status } = spawnSync('sh', ['deploy/postgres/restore.sh', copy, '/archive', data], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(readFileSync(join(data, 'postgresql.auto.conf'), 'utf8').trim().split('\n')).toEqual([
    "work_mem = '8MB'",
    "restore_command = 'cp /archive/%f %p'",
    "recovery_target_timeline = 'latest'",
  ]);
  expect(stdout.trim()).toBe('-c archive_mode=off -c synchronous_standby_names=');
  expect(read('docs/recovery.md')).toContain(stdout.trim());
});

it('a copy of one machine’s key store ends within seven days, and one that fails replaces none', () => {
  mkdirSync(at('keys'));
  for (const [name, age] of [
    ['keys-20260101T000000Z.dump', '6 days ago'],
    ['keys-20260102T000000Z.dump', '5 days ago'],
    ['another', '90 days ago'],
  ])
    spawnSync('touch', ['-d', `${age} 1 minute ago`, at(`keys/${name}`)]);
  const copy = (...command: string[]) =>
    spawnSync('sh', ['deploy/postgres/keys-backup.sh', at('keys'), ...command]).status;
  expect(copy('sh', '-c', 'echo half; exit 1')).toBe(1);
  expect(readdirSync(at('keys')).filter((name) => name.endsWith('.dump'))).toHaveLength(2);
  expect(copy('echo', 'the', 'keys')).toBe(0);
  const [kept, made = '', ...others] = readdirSync(at('keys'))
    .filter((name) => name.endsWith('.dump'))
    .sort();
  expect([kept, others]).toEqual(['keys-20260102T000000Z.dump', []]);
  expect(readFileSync(at(`keys/${made}`), 'utf8')).toBe('the keys\n');
  expect(statSync(at(`keys/${made}`)).mode & 0o777).toBe(0o600);
  expect(readdirSync(at('keys'))).toContain('another');
});

it('two nodes that archive one file leave it once, and another of the same name is refused', () => {
  runAs('sh', ['-c', 'echo same > source-A; echo other > source-B']);
  const ended = runAs('sh', [
    '-c',
    `for n in 1 2 3 4; do bin/archive-wal.sh source-A A archive & pids="$pids $!"; done; for p in $pids; do wait $p || exit 1; done`,
  ]);
  expect(ended).toBe('');
  archiveFile('A');
  expect(readdirSync(archive())).toEqual(['A']);
  const refused = spawnSync(at('bin/archive-wal.sh'), [at('source-B'), 'A', archive()]);
  expect(refused.status).not.toBe(0);
  rmSync(at('archive/A'));
});

it.runIf(programs)('R18: a copy and the archive are restored to a time, and what is too old ends in both', async () => {
  const data = at('data');
  runAs('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-N']);
  // In the file, as Patroni writes them.
  const command = `${at('bin/archive-wal.sh')} %p %f ${archive()}`;
  appendFileSync(`${data}/postgresql.conf`, `archive_mode = always\narchive_command = '${command}'\nfsync = off\n`);
  const time = await withServer(data, [], async (client, port) => {
    const write = (n: number) => client.query('insert into kept values ($1)', [n]);
    const archiveNext = async (): Promise<string> => {
      const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as file');
      const file = rows[0].file as string;
      return untilAnswered(`${file} is archived`, START_MS, async () =>
        existsSync(at(`archive/${file}`)) ? file : undefined,
      );
    };
    const env = { PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' };
    const copy = () => runAs(at('bin/base-backup.sh'), [copies(), archive(), '35'], env);
    await client.query('create table kept (n integer)');
    await write(1);
    const old = copy();
    const file = await archiveNext();
    runAs('sh', ['-c', `mv ${old} copies/base-20260101T000000Z; touch -d '34 days ago' copies/base-*`]);
    runAs('sh', ['-c', 'echo half > archive/new.node1.7; touch -d "2 days ago" archive/new.node1.7']);
    const kept = copy();
    expect(readdirSync(archive())).not.toContain('new.node1.7');
    expect(readdirSync(copies()).map((name) => at(`copies/${name}`))).toEqual([kept]);
    expect(readdirSync(archive())).not.toContain(file);
    await write(2);
    const { rows } = await client.query('select clock_timestamp()::text as now');
    await write(3);
    await archiveNext();
    return rows[0].now as string;
  });
  const [copy = ''] = readdirSync(copies());
  const options = runAs(at('bin/restore.sh'), [at(`copies/${copy}`), archive(), at('restored'), time]).split(' ');
  const look = (given: readonly string[]) =>
    withServer(at('restored'), given, async (client) => {
      const { rows } = await client.query(
        "select array_agg(n order by n) as kept, current_setting('archive_mode') as mode from kept",
      );
      return rows[0];
    });
  expect(await look(options)).toEqual({ kept: [1, 2], mode: 'off' });
  // As Patroni starts it afterwards.
  expect(await look([])).toEqual({ kept: [1, 2], mode: 'always' });
});
