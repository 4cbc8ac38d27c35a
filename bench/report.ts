/** docs/performance.md: one section per part. A part that is run alone replaces only its own section. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const FILE = new URL('../docs/performance.md', import.meta.url).pathname;

const INTRODUCTION = `# Performance

Measured by \`npm run bench\`; each part also alone, such as \`npm run bench -- phone\`. Every figure is compared with another one
of the same run. Both were measured in turns, and the median of the rounds is given. A round in which the
machine was busy with something else was discarded and measured again. Ratios carry over to other machines, times do not.
`;

export type Cell = string | number;

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  const isNumber = (column: number) => rows.every((row) => /^[-–\d]/.test(String(row[column])));
  const rule = head.map((_, column) => (column > 0 && isNumber(column) ? '--:' : '---'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** Three significant digits, with thousands separated. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en-GB', { maximumFractionDigits: Math.min(digits, 2) });
}
export const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(2)} s` : '–');
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)}`;
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

/** Replaces the part's section, or adds it in order. Text written by hand between sections stays. */
export function writeSection(section: Section, order: readonly string[]): void {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRODUCTION;
  const placeOf = (part: string) => new RegExp(`<!-- ${part} -->[\\s\\S]*?<!-- end of ${part} -->`);
  const rendered = render(section);
  if (placeOf(section.part).test(text)) {
    writeFileSync(
      FILE,
      text.replace(placeOf(section.part), () => rendered),
    );
    return;
  }
  const next = order.slice(order.indexOf(section.part) + 1).find((part) => placeOf(part).test(text));
  const at = next ? text.search(placeOf(next)) : text.length;
  writeFileSync(FILE, `${text.slice(0, at).trimEnd()}\n\n${rendered}\n\n${text.slice(at)}`.trimEnd().concat('\n'));
}
