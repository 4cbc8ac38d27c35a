/** The restore drill: backs up the running cluster, and restores a server from the backup and the WAL archive. */
import { join } from 'node:path';
import pg from 'pg';
import { end } from '../api/test/product.ts';
import { type DatabaseCluster, PASSWORD } from './cluster.ts';
import { account, postgresPrograms } from './packages.ts';
import { run, serverProcesses, signalAll, untilAnswered } from './processes.ts';
import { runCommand } from './run-command.ts';

const RESTORE_MS = 180_000;
const ADDRESS = '127.31.0.20';
const COUNTS = `select (select count(*) from panelists)::int as panelists, (select count(*) from withdrawals)::int as withdrawals,
  (select sum(amount) from postings)::int as sum`;

/** Runs it as PostgreSQL's account, with PostgreSQL's programs. */
const runScript = (script: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> =>
  runCommand(script, args, {
    env: { PATH: `${postgresPrograms()}:${process.env.PATH}`, ...env },
    cwd: '/',
    ...account(),
  });

/** Backs up the standby that may be behind. Returns the backup's folder. */
export async function takeBaseBackup(cluster: DatabaseCluster): Promise<string> {
  const { other } = await cluster.waitUntilHealthy();
  return runScript(cluster.script('base-backup.sh'), [cluster.makeFolder('copies'), cluster.archive], {
    PGHOST: cluster.addressOf(other),
    PGPORT: '5432',
    PGUSER: 'replicator',
    PGPASSWORD: PASSWORD,
  });
}

/** Undefined while the server still replays the archive: it already answers reads. */
async function countsOf(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(`select pg_is_in_recovery() as "isBehind", c.* from (${COUNTS}) c`);
    const { isBehind, ...counts } = rows[0];
    return isBehind ? undefined : JSON.stringify(counts);
  } finally {
    await client.end();
  }
}

/** Restores the backup up to now and compares it with the cluster, which must not be written to. Returns what was found. */
export async function restoreDrill(cluster: DatabaseCluster, copy: string): Promise<{ ok: boolean; text: string }> {
  const primary = new pg.Client({ connectionString: cluster.databaseUrl('panel') });
  await primary.connect();
  const { rows } = await primary.query('select pg_walfile_name(pg_switch_wal()) as file');
  await untilAnswered('the last file is archived', RESTORE_MS, async () => {
    const archived = await primary.query('select last_archived_wal >= $1 as done from pg_stat_archiver', [
      rows[0].file,
    ]);
    return archived.rows[0].done || undefined;
  });
  await primary.end();
  const began = performance.now();
  const home = cluster.makeFolder('restored');
  const data = join(home, 'data');
  const options = await runScript(cluster.script('restore.sh'), [copy, cluster.archive, data], {});
  const child = run({
    name: 'restored',
    command: join(postgresPrograms() as string, 'postgres'),
    args: [
      '-D',
      data,
      ...options.split(' '),
      '-c',
      `listen_addresses=${ADDRESS}`,
      '-c',
      `unix_socket_directories=${home}`,
    ],
    env: {},
    cwd: home,
    logFile: join(cluster.folder, 'restored.log'),
  });
  try {
    const url = `postgres://postgres:${PASSWORD}@${ADDRESS}:5432/panel`;
    const restored = await untilAnswered('the restored server', RESTORE_MS, () => countsOf(url));
    const expected = await countsOf(cluster.databaseUrl('panel'));
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return { ok: restored === expected, text: `in ${seconds} s: ${restored}, the cluster has ${expected}` };
  } finally {
    signalAll(serverProcesses(data), 'SIGKILL');
    await end(child, 'SIGKILL');
  }
}
