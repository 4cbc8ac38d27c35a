/** Processes and their processor time, as Linux counts them. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second, which Linux has fixed for user space. */
const TICKS = 100;

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
};

/** The fields of /proc/pid/stat after the name, which may contain spaces. */
const statOf = (pid: number): string[] =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');

export const parentOf = (pid: number): number => Number(statOf(pid)[1]);

/** A process and its descendants. */
export function processTree(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((pid) => [pid, parentOf(pid)]));
  const tree = [root];
  for (const pid of tree) tree.push(...all.filter((child) => parents.get(child) === pid));
  return tree;
}

/** CPU seconds so far, in user and system mode. Includes children that have exited, so that the sum never decreases. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids.flatMap((pid) => statOf(pid).slice(11, 15).map(Number)).reduce((total, ticks) => total + ticks / TICKS, 0);
