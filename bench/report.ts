/** docs/performance.md: one section per part. A part that is run alone replaces only its own section. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Context } from './part.ts';

const FILE = new URL('../docs/performance.md', import.meta.url).pathname;

type Cell = string | number;

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  const isNumber = (column: number) => rows.every((row) => /^[-–\d]/.test(String(row[column])));
  const rule = head.map((_, column) => (column > 0 && isNumber(column) ? '--:' : '---'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** A figure with its target. Without a target it is only shown. */
type Figure = {
  readonly name: string;
  readonly shown: string;
  readonly target?: string;
  readonly isMet?: boolean;
};

/** Shows figures next to their targets, and checks them. */
export function targetTable({ allow }: Pick<Context, 'allow'>, what: string, figures: readonly Figure[]): string {
  for (const { name, shown, target, isMet = true } of figures)
    allow(`${what}: ${name}: ${shown}, target ${target}`, isMet);
  return table(
    [what, 'measured', 'target'],
    figures.map(({ name, shown, target = '' }) => [name, shown, target]),
  );
}

/** Three significant digits, with thousands separated. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', { maximumFractionDigits: Math.min(digits, 2) });
}
export const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(2)} s` : '–');
export const ratio = (value: number, of: number): string =>
  Number.isFinite(value / of) ? `${(value / of).toFixed(2)}×` : '–';

type Section = {
  readonly part: string;
  readonly title: string;
  readonly command: string;
  readonly rounds: string;
  readonly body: string;
};

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GB, Linux, Node ${process.version}`;
}

function render({ part, title, command, rounds, body }: Section): string {
  const day = new Date().toISOString().slice(0, 10);
  return `<!-- ${part} -->\n## ${title}\n\n${body.trim()}\n\n_\`${command}\` on ${day}: ${machine()}. ${rounds}_\n<!-- end of ${part} -->`;
}

/** Replaces the part's section. Text written by hand between sections stays. */
export function writeSection(section: Section): void {
  const text = readFileSync(FILE, 'utf8');
  const place = new RegExp(`<!-- ${section.part} -->[\\s\\S]*?<!-- end of ${section.part} -->`);
  if (!place.test(text)) throw new Error(`docs/performance.md has no section of ${section.part}`);
  const rendered = render(section);
  writeFileSync(
    FILE,
    text.replace(place, () => rendered),
  );
}
