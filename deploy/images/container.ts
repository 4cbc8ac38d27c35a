/** A container of the image, run by crun the way the files of `deploy/` say: read-only, as the image's user, without capabilities. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './image.ts';

const STOP_MS = 30_000;

/**
 * crun refuses machines that have both kinds of control groups, so it sees only the newer kind, in a mount namespace of its own.
 * It sets no limits.
 */
const START = `umount -R /sys/fs/cgroup 2>/dev/null; mount -t cgroup2 none /sys/fs/cgroup; exec crun "$@"`;

export type Container = {
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  readonly ended: Promise<{ readonly code: number | null }>;
  /** Sends SIGTERM to its first process. Returns the exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly seconds: number }>;
  kill(): void;
};

let made = 0;

/** Starts it in this machine's network, with the image's command unless another is given. */
export function startContainer(
  { root, config }: Image,
  folder: string,
  env: Readonly<Record<string, string>>,
  command = config.Cmd,
): Container {
  made += 1;
  const [id, bundle] = [`panel-${process.pid}-${made}`, join(folder, `bundle-${made}`)];
  const [pidFile, state] = [join(bundle, 'pid'), join(folder, 'crun')];
  const [uid, gid] = config.User.split(':').map(Number);
  const tmpfs = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', ...options],
  });
  mkdirSync(bundle);
  writeFileSync(
    join(bundle, 'config.json'),
    JSON.stringify({
      ociVersion: '1.0.0',
      process: {
        user: { uid, gid },
        args: command,
        env: [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
        cwd: config.WorkingDir,
        capabilities: {},
        noNewPrivileges: true,
      },
      root: { path: root, readonly: true },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        tmpfs('/dev', 'mode=755'),
        tmpfs('/dev/shm', 'nodev', 'noexec', 'mode=1777'),
      ],
      linux: { namespaces: [{ type: 'pid' }, { type: 'ipc' }, { type: 'mount' }] },
    }),
  );
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', START, 'crun', '--root', state, '--cgroup-manager=disabled', 'run', '-b', bundle].concat([
      '--pid-file',
      pidFile,
      id,
    ]),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null }));
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), name);
  };
  const kill = () => {
    try {
      signal('SIGKILL');
    } catch {} // it has ended by itself
  };
  process.once('exit', kill);
  void ended.finally(() => process.off('exit', kill));
  return {
    child,
    ended,
    output: () => output,
    async stop() {
      const began = performance.now();
      const late = setTimeout(kill, STOP_MS);
      signal('SIGTERM');
      const { code } = await ended;
      clearTimeout(late);
      return { code, seconds: (performance.now() - began) / 1000 };
    },
    kill,
  };
}
