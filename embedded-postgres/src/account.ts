import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The operating-system account that initdb and the server run under. */
export type ServerAccount = {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** True when we are root and step down to this account: PostgreSQL refuses to run as root. */
  readonly steppedDown: boolean;
};

export type Outcome = { readonly ok: boolean; readonly output: string };

/** `_postgres` is what macOS calls it. */
const UNPRIVILEGED = ['postgres', '_postgres', 'nobody'];

export async function serverAccount(): Promise<ServerAccount> {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { name: `uid ${uid}`, uid, gid: process.getgid?.() ?? -1, steppedDown: false };
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const entry = entries.find(([login]) => login === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]), steppedDown: true };
  }
  throw new Error(
    'PostgreSQL refuses to run as root and this machine has neither a "postgres" nor a "nobody" account. ' +
      'Start the panel as an ordinary user, or set DATABASE_URL.',
  );
}

export function spawnOptions(account: ServerAccount) {
  return {
    // Our own working folder may be closed to the account.
    cwd: '/',
    // Not our environment: it holds secrets, and PGDATA, PGPORT and the like would steer the server.
    // LC_ALL because on macOS the postmaster refuses to start without one.
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    ...(account.steppedDown ? { uid: account.uid, gid: account.gid } : {}),
  };
}

/** Runs a program to its end under the account. A program that can't be started is an outcome, not an exception. */
export function runAs(account: ServerAccount, command: string, args: readonly string[]): Promise<Outcome> {
  return new Promise<Outcome>((resolve, reject) => {
    const child = spawn(command, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPERM') reject(error);
      else resolve({ ok: false, output: error.message });
    });
    child.once('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
  }).catch((error: Error) => {
    throw new Error(
      `Could not run a program as ${account.name} (${error.message}). ` +
        'Start the panel as an ordinary user, or set DATABASE_URL.',
    );
  });
}

/** Asks the kernel rather than reading mode bits: ACLs and network mounts have their own opinion. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd -- "$0"', folder])).ok;
}
