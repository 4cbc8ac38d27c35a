/** The cluster's processes: started, frozen and stopped by their own ids. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from '../bench/processes.ts';
import { account } from './packages.ts';

type Program = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly logFile: string;
};

/** Starts a program of the cluster, as PostgreSQL's account if this one is root. */
export function run({ name, command, args, env, cwd, logFile }: Program): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ['ignore', log, log],
    ...account(),
  });
  closeSync(log);
  child.on('error', (error) => process.stderr.write(`${name}: ${error.message}\n`));
  return child;
}

/** Sends a signal to each process that still runs. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {} // it has ended by itself
}

/** The processes of the PostgreSQL server with this data folder; none if it isn't running. */
export function serverProcesses(dataDir: string): number[] {
  try {
    const [pid, folder] = readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n');
    // After kill -9 the file stays, and another program may get the same pid.
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return folder === dataDir && command.includes(dataDir) ? processTree(Number(pid)) : [];
  } catch {
    return [];
  }
}

/** Polls until the answer isn't undefined. */
export async function untilAnswered<T>(what: string, withinMs: number, ask: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (performance.now() > giveUpAt) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
    await sleep(200);
  }
}
