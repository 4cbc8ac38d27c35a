/** `npm run bench`: measures the product next to its baselines, and writes docs/performance.md. */
import { CalmRounds } from './calm.ts';
import type { Context, Part } from './part.ts';
import { closeDatabases } from './product.ts';
import { writeSection } from './report.ts';

const PARTS: Readonly<Record<string, () => Promise<{ part: Part }>>> = {
  phone: () => import('./parts/phone.ts'),
  server: () => import('./parts/server.ts'),
  overload: () => import('./parts/overload.ts'),
  worker: () => import('./parts/worker.ts'),
  console: () => import('./parts/console.ts'),
};
const USAGE = `npm run bench -- [${Object.keys(PARTS).join('|')}]… [--quick]

On Linux. Without a part all of them are run, in about twenty minutes. --quick shows in minutes that they work: its figures mean
nothing, and it doesn't write them. The exit code is 1 if a figure misses its target.
`;

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const names = args.filter((arg) => arg !== '--quick');
if (names.some((name) => !Object.hasOwn(PARTS, name))) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const missed: string[] = [];
const context: Context = {
  quick,
  rounds: new CalmRounds(quick ? { waitMs: 0, discards: 0 } : { waitMs: 120_000, discards: 20 }),
  progress: (text) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`),
  count: (real, tiny) => (quick ? tiny : real),
  allow(figure, isMet) {
    // A quick run's figures mean nothing.
    if (!isMet && !quick) missed.push(figure);
  },
};

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeDatabases().finally(() => process.exit(1)));

for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  const load = PARTS[name];
  if (!load) continue;
  context.progress(`${name} …`);
  const { part } = await load();
  const body = await part.run(context).finally(closeDatabases);
  const rounds = context.rounds.summary();
  const section = { part: name, title: part.title, command: `npm run bench -- ${name}`, rounds, body };
  if (!quick) writeSection(section);
  process.stdout.write(`\n${part.title}\n\n${body.trim()}\n\n${rounds}\n\n`);
}
for (const figure of missed) process.stderr.write(`Misses its target: ${figure}\n`);
process.exit(missed.length > 0 ? 1 : 0);
