/** Which sandbox panels run from this checkout, so that a command without DATA_DIR doesn't answer for an empty one. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { OperatorError } from '../console/operation.ts';

const folderOf = (checkout: string): string => join(checkout, 'data', 'running');

/** Until this process exits. The file's name is the process id, its content the data folder. */
export function markRunning(checkout: string, dataDir: string): void {
  const file = join(folderOf(checkout), String(process.pid));
  mkdirSync(folderOf(checkout), { recursive: true });
  writeFileSync(file, dataDir);
  process.on('exit', () => rmSync(file, { force: true }));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user can't be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The data folders of running panels. A killed process leaves its file behind, which is skipped. */
const runningPanels = (checkout: string): string[] => [
  ...new Set(
    filesIn(folderOf(checkout))
      .filter((pid) => isAlive(Number(pid)))
      .map((pid) => readFileSync(join(folderOf(checkout), pid), 'utf8')),
  ),
];

/** The panel that a command is for if no setting names one: the one that runs, or the standard folder. */
export function panelOf(checkout: string): { readonly dataDir: string; readonly line: string } {
  const [first, ...others] = runningPanels(checkout);
  const shown = (folder: string) => relative(checkout, folder) || '.';
  if (first && others.length > 0) {
    const all = [first, ...others].map(shown).join(', ');
    throw new OperatorError(`Several panels are running: ${all}. Choose one with DATA_DIR=<folder>.`);
  }
  if (first) return { dataDir: first, line: `Using the running panel in ${shown(first)}.` };
  const standard = resolve(checkout, 'data');
  return {
    dataDir: standard,
    line: `No panel is running from this folder. Using ${shown(standard)}; choose another with DATA_DIR=<folder>.`,
  };
}
