/** Scores panelists every night: those with news, and those whose score is 30 days old. */
import { southAfricanDate } from '@panel/domain/calendar';
import { scoreQuality } from '@panel/domain/quality/score';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { doEach, processItems } from '../platform/failed-items.ts';
import { observe } from './observe.ts';
import { leftOutOf, lockDue, queueNews, scoresDue, writeScores } from './store.ts';

const BATCH = 500;
/** In one run, so that a worker that is told to stop has soon done so. The next run goes on. */
const MAX_BATCHES = 10;

export async function scorePanelists(tx: Tx, panelistIds: readonly string[], at: Date): Promise<void> {
  if (panelistIds.length === 0) return;
  const [observed, leftOut] = await Promise.all([observe(tx, panelistIds), leftOutOf(tx, panelistIds)]);
  const scores = new Map(panelistIds.map((id) => [id, scoreQuality(observed(id), leftOut.get(id) ?? {}, at)]));
  await writeScores(tx, scores, at);
}

const scoreBatch = (database: Database, at: Date): Promise<number> =>
  processItems(database, at, {
    job: 'quality',
    find: () => scoresDue(database, at, BATCH),
    process: (ids) =>
      database.transaction(async (tx) => {
        const due = await lockDue(tx, ids, at);
        await scorePanelists(tx, due, at);
        return due.length;
      }),
  });

/** The worker's task. Looks for news once a South African day, and once after a start. Each run returns the number of panelists scored. */
export function qualityScorer({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): () => Promise<number> {
  let queuedOn = '';
  async function queueOncePerDay(at: Date): Promise<number> {
    const today = southAfricanDate(at);
    if (queuedOn === today) return 0;
    await database.transaction((tx) => queueNews(tx, at), { fullScan: true });
    queuedOn = today;
    return 0;
  }
  async function scoreBatches(at: Date): Promise<number> {
    let scored = 0;
    for (let batches = 0; batches < MAX_BATCHES && scored === batches * BATCH; batches += 1)
      scored += await scoreBatch(database, at);
    return scored;
  }
  return () => {
    const at = clock.now();
    return doEach([() => queueOncePerDay(at), () => scoreBatches(at)]);
  };
}
