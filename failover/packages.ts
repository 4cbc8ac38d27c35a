/** The distribution's packages that the cluster needs. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';

/** The folder with the programs of the newest installed PostgreSQL. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number).filter(Number.isInteger) : [];
  return versions
    .sort((a, b) => b - a)
    .map((version) => join(POSTGRES, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')));
}

const PACKAGES: Readonly<Record<string, () => boolean>> = {
  'etcd-server': () => runs('etcd'),
  haproxy: () => runs('haproxy', '-v'),
  patroni: () => runs('patroni'),
  'python3-etcd': () => spawnSync('python3', ['-c', 'import etcd'], { stdio: 'ignore', env: {} }).status === 0,
  postgresql: () => postgresPrograms() !== undefined,
};

const runs = (command: string, flag = '--version') =>
  spawnSync(command, [flag], { stdio: 'ignore' }).error === undefined;

/** The names of the packages that are missing. */
export const missingPackages = (): string[] =>
  Object.entries(PACKAGES).flatMap(([name, isInstalled]) => (isInstalled() ? [] : [name]));

/** The version, such as [3, 0, 2]. */
export const patroniVersion = (): number[] =>
  (/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync('patroni', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [])
    .slice(1)
    .map(Number);

/** The account that PostgreSQL runs as if this program is started by root, as which PostgreSQL refuses to run. */
export function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
