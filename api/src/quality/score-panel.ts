/** Scores panelists every night: those with news, and those whose score is 30 days old. */
import { southAfricanDate } from '@panel/domain/calendar';
import { type QualityScore, scoreQuality } from '@panel/domain/quality/score';
import { ALLOW_FULL_SCANS, type Queries, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { observe } from './observe.ts';
import { leftOutOf, lockDue, queueNews, writeScores } from './store.ts';

const BATCH = 500;
/** In one run, so that a worker that is told to stop has soon done so. The next run goes on. */
const MAX_BATCHES = 10;

/** The scores of panelists at this moment. */
async function scoresOf(
  db: Queries,
  panelistIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, QualityScore>> {
  const [observed, leftOut] = await Promise.all([observe(db, panelistIds), leftOutOf(db, panelistIds)]);
  return new Map(panelistIds.map((id) => [id, scoreQuality(observed(id), leftOut.get(id) ?? {}, at)]));
}

export async function scorePanelists(tx: Tx, panelistIds: readonly string[], at: Date): Promise<void> {
  if (panelistIds.length > 0) await writeScores(tx, await scoresOf(tx, panelistIds, at), at);
}

/** The worker's task. Looks for news once a South African day, and once after a start. Each run returns the number of panelists scored. */
export function qualityScorer({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): () => Promise<number> {
  let queuedOn = '';
  return async () => {
    const at = clock.now();
    const today = southAfricanDate(at);
    if (queuedOn !== today) {
      await database.transaction(async (tx) => {
        await tx.many(ALLOW_FULL_SCANS);
        await queueNews(tx, at);
      });
      queuedOn = today;
    }
    let scored = 0;
    for (let batches = 0; batches < MAX_BATCHES && scored === batches * BATCH; batches += 1)
      scored += await database.transaction(async (tx) => {
        const ids = await lockDue(tx, at, BATCH);
        await scorePanelists(tx, ids, at);
        return ids.length;
      });
    return scored;
  };
}
