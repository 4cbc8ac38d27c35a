/** Runs a line of the runbook as an operator's shell does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const MAX_MS = 20 * 60_000;

/** Returns what it printed on standard output. Throws with everything that it printed if it ends with another code than 0. */
export async function shell(line: string, cwd = process.cwd(), input = ''): Promise<string> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], { cwd, timeout: MAX_MS });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${(errors + output).slice(-4000)}`);
  return output;
}

export const succeeds = (line: string): Promise<boolean> =>
  shell(line).then(
    () => true,
    () => false,
  );
