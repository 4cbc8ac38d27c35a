/** How long `npm start` takes until the product answers, and its memory then, next to the bare server. */
import { rm } from 'node:fs/promises';
import { screens } from '@panel/domain/paths';
import { freePortRange, npmStart, stop } from '../../e2e/product.ts';
import { createControlTable, startBareServer } from '../control.ts';
import type { Context, Part } from '../part.ts';
import { commandOf, memoryBytes, processTree } from '../processes.ts';
import { newFolder, startArtifact, startDatabase } from '../product.ts';
import { number, ratio, seconds, table } from '../report.ts';
import { median, medianOf } from '../statistics.ts';

/** How long until a killed process is ready again. */
const MAX_READY_MS = 3000;

type Memory = { readonly server: number; readonly sandbox: number; readonly database: number };
type Start = { readonly tookMs: number; readonly memory: Memory };

function memoryOf(root: number, databaseFolder: string): Memory {
  const tree = processTree(root);
  const of = (pattern: RegExp) => memoryBytes(tree.filter((pid) => pattern.test(commandOf(pid))));
  const postmaster = processTree(1).find(
    (pid) => commandOf(pid).includes(databaseFolder) && /postgres/.test(commandOf(pid)),
  );
  return {
    server: of(/api\/src\/server/),
    sandbox: of(/sandbox\/src\/server/),
    database: postmaster === undefined ? Number.NaN : memoryBytes(processTree(postmaster)),
  };
}

/** Starts the product, and stops it once its home page was served. */
async function startOnce(dataDir: string): Promise<Start> {
  const port = await freePortRange();
  const began = performance.now();
  const { child, output } = await npmStart({ PORT: String(port), DATA_DIR: dataDir });
  const response = await fetch(`http://localhost:${port}${screens.home}`).catch(() => null);
  const tookMs = performance.now() - began;
  if (!response?.ok) throw new Error(`The product did not start:\n${output}`);
  const memory = memoryOf(child.pid as number, dataDir);
  await stop(child);
  return { tookMs, memory };
}

async function startBoth(): Promise<{ first: Start; again: Start }> {
  const dataDir = await newFolder();
  const first = await startOnce(dataDir);
  const again = await startOnce(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  return { first, again };
}

async function startBare(databaseUrl: string): Promise<{ tookMs: number; memory: number }> {
  const began = performance.now();
  const bare = await startBareServer(databaseUrl);
  await fetch(`${bare.origin}/rows/1`);
  const tookMs = performance.now() - began;
  const memory = memoryBytes([bare.process]);
  await bare.stop();
  return { tookMs, memory };
}

async function measureStarts({ rounds, count, progress }: Context) {
  const database = await startDatabase();
  await createControlTable(database.client);
  progress('start: building the web app, if it is not built yet');
  await startBoth();
  const artifact = await startArtifact(database.url);
  const starts = await rounds.measure(count(5, 1), async () => ({
    ...(await startBoth()),
    readyMs: await artifact.killAndRestart(),
    bare: await startBare(database.url),
  }));
  await artifact.stop();
  await database.close();
  return starts;
}

export const part: Part = {
  title: 'Start and memory',
  async run(context) {
    const starts = await measureStarts(context);
    const readyMs = Math.max(...starts.map((start) => start.readyMs));
    context.allow(
      `start: ready ${seconds(readyMs)} after kill -9, at most ${seconds(MAX_READY_MS)}`,
      readyMs <= MAX_READY_MS,
    );
    const bareMs = medianOf(starts, ({ bare }) => bare.tookMs);
    const row = (what: string, tookMs: number) => [what, seconds(tookMs), ratio(tookMs, bareMs)];
    const megabytes = (of: (memory: Memory) => number) =>
      number(median(starts.map(({ again }) => of(again.memory))) / 1_000_000);
    const bareMemory = number(medianOf(starts, ({ bare }) => bare.memory) / 1_000_000);
    return `
Until the home page is answered, with the web app built. The first start creates the database; the bare server is Fastify with one
route, on a running database. The deployed build starts no database and compiles nothing: one of its processes, killed by kill -9,
was ready again, on a running database, in ${seconds(readyMs)} at most (allowed: ${seconds(MAX_READY_MS)}).

${table(
  ['start', 'took', 'vs the bare server'],
  [
    row(
      'first',
      medianOf(starts, ({ first }) => first.tookMs),
    ),
    row(
      'again',
      medianOf(starts, ({ again }) => again.tookMs),
    ),
    row('_bare server_', bareMs),
  ],
)}

Memory after the start, in MB of 1,000,000 bytes; pages that processes share are counted once.

${table(
  ['process', 'MB'],
  [
    ['server and worker', megabytes(({ server }) => server)],
    ['PostgreSQL, all its processes', megabytes(({ database }) => database)],
    ['sandbox', megabytes(({ sandbox }) => sandbox)],
    ['_bare server_', bareMemory],
  ],
)}`;
  },
};
