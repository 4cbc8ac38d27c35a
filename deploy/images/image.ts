/** The image of `deploy/Dockerfile`, built by buildah on Debian's packages and this machine's Node, in a store of its own. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../failover/run-command.ts';
import { copyNode } from '../copy-node.ts';

const ROOT = join(import.meta.dirname, '../..');
const TOOLS = ['buildah', 'crun', 'mmdebstrap'];
const NODE_IMAGE = 'localhost/panel-node';
const IMAGE = 'localhost/panel';
export const RELEASE = '9.9.9';

/** The names of the packages that are missing. */
export const missingTools = (): string[] =>
  TOOLS.filter((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error !== undefined);

/** The layout of Docker's image of Node: Debian without documentation, and Node and npm in /usr/local. */
async function makeNodeRoot(folder: string): Promise<void> {
  const excluded = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await run('mmdebstrap', ['--variant=essential', '--include=libstdc++6', ...excluded, 'bookworm', folder]);
  await copyNode(join(folder, 'usr/local'));
}

export type Image = {
  /** The container's root folder, with the image's files. */
  readonly root: string;
  /** As the image says: its command, variables, folder and user. */
  readonly config: {
    readonly Cmd: string[];
    readonly Env: string[];
    readonly WorkingDir: string;
    readonly User: string;
  };
  readonly megabytes: number;
  readonly buildSeconds: number;
  remove(): Promise<void>;
};

const run = (command: string, args: readonly string[]) => runCommand(command, args, { cwd: ROOT });

/** Builds in this folder, which has nothing else in it. */
export async function buildImage(folder: string): Promise<Image> {
  const buildah = (...args: string[]) =>
    run('buildah', ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), ...args]);
  const nodeRoot = join(folder, 'node');
  await makeNodeRoot(nodeRoot);
  const nodeFile = join(folder, 'Dockerfile');
  writeFileSync(nodeFile, 'FROM scratch\nCOPY . /\n');
  await buildah('bud', '--isolation', 'chroot', '-f', nodeFile, '-t', NODE_IMAGE, nodeRoot);
  const began = performance.now();
  await buildah(
    ...['bud', '--isolation', 'chroot', '--ignorefile', 'deploy/Dockerfile.dockerignore'],
    ...['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`, '--build-arg', `RELEASE=${RELEASE}`],
    ...['-f', 'deploy/Dockerfile', '-t', IMAGE, '.'],
  );
  const buildSeconds = (performance.now() - began) / 1000;
  const container = await buildah('from', '--pull-never', IMAGE);
  const root = await buildah('mount', container);
  const inspected: { OCIv1: { config: Image['config'] } } = JSON.parse(
    await buildah('inspect', '--type', 'image', IMAGE),
  );
  const bytes = Number((await run('du', ['-sb', root])).split('\t')[0]);
  return {
    root,
    config: inspected.OCIv1.config,
    megabytes: bytes / 1e6,
    buildSeconds,
    async remove() {
      await buildah('umount', container);
      await buildah('rm', container);
      await buildah('rmi', '--all', '--force');
    },
  };
}
