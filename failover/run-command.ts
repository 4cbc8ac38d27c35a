/** Runs programs to their end, for this drill and those of `deploy/`. */
import { type ExecFileOptions, execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_MS = 20 * 60_000;

type Options = Pick<ExecFileOptions, 'cwd' | 'env' | 'uid' | 'gid'> & { readonly input?: string };
type Failed = { readonly code: number | string | null; readonly stdout: string; readonly stderr: string };

/** Returns what it printed on standard output. Throws with the end of all its output if it ends with another code than 0. */
export async function runCommand(command: string, args: readonly string[], { input = '', ...options }: Options = {}) {
  const running = promisify(execFile)(command, args, { timeout: MAX_MS, maxBuffer: Infinity, ...options });
  // It may end without having read its input.
  running.child.stdin?.on('error', () => {}).end(input);
  const { stdout } = await running.catch(({ code, stdout, stderr }: Failed) => {
    throw new Error(`${command} ${args.join(' ')}\nended with ${code}:\n${(stderr + stdout).slice(-4000)}`);
  });
  return stdout.trim();
}

/** Runs a line as an operator's shell does. */
export const shell = (line: string, cwd = process.cwd(), input = ''): Promise<string> =>
  runCommand('bash', ['-o', 'pipefail', '-c', line], { cwd, input });

export const succeeds = (line: string): Promise<boolean> =>
  shell(line).then(
    () => true,
    () => false,
  );
