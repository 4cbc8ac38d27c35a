/** The image of `deploy/Dockerfile`, built by buildah on Debian's packages and this machine's Node, in a store of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TOOLS = ['buildah', 'crun', 'mmdebstrap'];
const NODE_IMAGE = 'localhost/panel-node';
const IMAGE = 'localhost/panel';
export const RELEASE = '9.9.9';
/** Where the build finds what this machine's NODE_EXTRA_CA_CERTS names. */
const CERTIFICATES = '/run/certificates.pem';

/** The names of the packages that are missing. */
export const missingTools = (): string[] =>
  TOOLS.filter((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error !== undefined);

/** Runs a command to its end. Returns what it printed. */
async function run(command: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${(output + errors).slice(-4000)}`);
  return output.trim();
}

/** The layout of Docker's image of Node: Debian without documentation, and Node and npm in /usr/local. */
async function makeNodeRoot(folder: string): Promise<void> {
  const excluded = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await run('mmdebstrap', ['--variant=essential', '--include=libstdc++6', ...excluded, 'bookworm', folder]);
  const place = (path: string) => join(folder, 'usr/local', path);
  const npm = dirname(dirname(realpathSync((await run('which', ['npm'])).split('\n')[0] ?? '')));
  for (const path of ['bin', 'lib/node_modules']) mkdirSync(place(path), { recursive: true });
  cpSync(realpathSync(process.execPath), place('bin/node'));
  cpSync(npm, place('lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', place('bin/npm'));
  // As this machine reaches its registry. The Dockerfile removes npm, and this file with it.
  const settings = [`registry=${await run('npm', ['config', 'get', 'registry'])}`];
  if (process.env.NODE_EXTRA_CA_CERTS) settings.push(`cafile=${CERTIFICATES}`);
  writeFileSync(place('lib/node_modules/npm/npmrc'), `${settings.join('\n')}\n`);
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

/** Builds in this folder, which has nothing else in it. */
export async function buildImage(folder: string): Promise<Image> {
  const buildah = (...args: string[]) =>
    run('buildah', ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), ...args]);
  const nodeRoot = join(folder, 'node');
  await makeNodeRoot(nodeRoot);
  const nodeFile = join(folder, 'Dockerfile');
  writeFileSync(nodeFile, 'FROM scratch\nCOPY . /\n');
  await buildah('bud', '--isolation', 'chroot', '-f', nodeFile, '-t', NODE_IMAGE, nodeRoot);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const mounted = certificates && existsSync(certificates) ? ['--volume', `${certificates}:${CERTIFICATES}:ro`] : [];
  const began = performance.now();
  await buildah(
    ...['bud', '--isolation', 'chroot', ...mounted, '--ignorefile', 'deploy/Dockerfile.dockerignore'],
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
