/** How long `npm start` takes until the product answers, and how soon a killed process is ready again. */
import { rm } from 'node:fs/promises';
import { screens } from '@panel/domain/paths';
import { freePortRange, npmStart, stop } from '../../e2e/product.ts';
import type { Part } from '../part.ts';
import { newFolder, startDatabase, startProduct } from '../product.ts';
import { seconds, targetTable } from '../report.ts';
import { medianOf } from '../statistics.ts';

/** How long until a killed process is ready again. */
const MAX_READY_MS = 3000;

/** Starts the product, and stops it once its home page was served. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePortRange();
  const began = performance.now();
  const { child, output } = await npmStart({ PORT: String(port), DATA_DIR: dataDir });
  const response = await fetch(`http://localhost:${port}${screens.home}`).catch(() => null);
  const tookMs = performance.now() - began;
  if (!response?.ok) throw new Error(`The product did not start:\n${output}`);
  await stop(child);
  return tookMs;
}

async function startTwice(): Promise<{ readonly firstMs: number; readonly againMs: number }> {
  const dataDir = await newFolder();
  const [firstMs, againMs] = [await startOnce(dataDir), await startOnce(dataDir)];
  await rm(dataDir, { recursive: true, force: true });
  return { firstMs, againMs };
}

export const part: Part = {
  title: 'Start',
  async run({ rounds, count, progress, allow }) {
    const database = await startDatabase();
    progress('start: building the web app, if it is not built yet');
    await startTwice();
    const product = await startProduct(database.url, 'all');
    const starts = await rounds.measure(count(5, 1), async () => ({
      ...(await startTwice()),
      readyMs: await product.killAndRestart(),
    }));
    await product.stop();
    await database.close();
    const readyMs = Math.max(...starts.map((start) => start.readyMs));
    return `
\`npm start\`, until the home page is answered, with the web app built; the first start creates the database. The deployed build starts no
database and compiles nothing: its process is killed by kill -9, and the longest time until it is ready again is shown.

${targetTable({ allow }, 'start', [
  { name: 'first', shown: seconds(medianOf(starts, ({ firstMs }) => firstMs)) },
  { name: 'again', shown: seconds(medianOf(starts, ({ againMs }) => againMs)) },
  {
    name: 'ready after kill -9',
    shown: seconds(readyMs),
    target: `at most ${seconds(MAX_READY_MS)}`,
    isMet: readyMs <= MAX_READY_MS,
  },
])}`;
  },
};
