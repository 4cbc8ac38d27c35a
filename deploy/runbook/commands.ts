/** The commands of the runbook that run in containers, in the order in which the drill runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');
const RUNBOOK = ['operations.md', 'recovery.md'].map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n');

export type ComposeFile = 'compose.yml' | 'compose.cluster.yml';

/** Each line of a block, and what stands in the text between two backquotes. */
export function commandLinesIn(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)\n *```$/gm)].flatMap(([, block = '']) => block.split('\n'));
  const rest = text.replace(/^ *```[\s\S]*?```$/gm, '');
  return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)].map((line) => line.trim());
}

/** The commands of one section, headings below it included, that use this compose file. */
export function commandsOf(heading: string, file: ComposeFile): string[] {
  const [, marks = '', rest = ''] = new RegExp(`^(#+) ${heading}\n([\\s\\S]*)`, 'm').exec(RUNBOOK) ?? [];
  const [section = ''] = rest.split(new RegExp(`^#{1,${marks.length}} `, 'm'));
  const commands = commandLinesIn(section).filter((line) => line.includes(`docker compose -f deploy/${file} `));
  if (commands.length === 0) throw new Error(`The section ${heading} has no command with ${file}.`);
  return [...new Set(commands)];
}

export const ON_ONE_MACHINE = ['First deployment', 'Run a command', 'Back up'] as const;
export const ON_A_CLUSTER = [
  'Release',
  'Run a command',
  'Run a cluster',
  'Restore to a point in time',
  'Take a release back',
] as const;
