import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { UnsupportedMachineError } from './options.ts';

/** The operating-system account that initdb and the server run under. */
export type ServerAccount = {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** True if this process is root: it starts the server as another account, because PostgreSQL refuses to run as root. */
  readonly switched: boolean;
};

export type ProgramResult = { readonly ok: boolean; readonly output: string };

/** macOS names it `_postgres`. */
const UNPRIVILEGED = ['postgres', '_postgres', 'nobody'];

export async function serverAccount(): Promise<ServerAccount> {
  const uid = process.getuid?.() ?? -1;
  if (uid !== 0) return { name: `uid ${uid}`, uid, gid: process.getgid?.() ?? -1, switched: false };
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of UNPRIVILEGED) {
    const entry = entries.find(([login]) => login === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]), switched: true };
  }
  throw new UnsupportedMachineError(
    'PostgreSQL refuses to run as root and this machine has neither a "postgres" nor a "nobody" account: ' +
      'start this program as an ordinary user.',
  );
}

export function spawnOptions(account: ServerAccount) {
  return {
    // The account may not be allowed to enter the current working folder.
    cwd: '/',
    // This process's environment is left out: it has secrets, and variables such as PGPORT would change the server.
    // On macOS the postmaster needs LC_ALL.
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    ...(account.switched ? { uid: account.uid, gid: account.gid } : {}),
  };
}

/** Runs a program to its end as the account. A program that can't be started resolves to `ok: false`. */
export function runAs(account: ServerAccount, command: string, args: readonly string[]): Promise<ProgramResult> {
  return new Promise<ProgramResult>((resolve, reject) => {
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
    throw new UnsupportedMachineError(
      `Could not run a program as ${account.name} (${error.message}): start this program as an ordinary user.`,
    );
  });
}

/** Tries it, because mode bits don't show what ACLs and network mounts allow. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  return (await runAs(account, '/bin/sh', ['-c', 'cd -- "$0"', folder])).ok;
}
