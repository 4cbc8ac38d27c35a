/** Scores panelists every night: those with news, and those whose score is 30 days old. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { type QualityScore, scoreQuality } from '@panel/domain/quality/score';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { observe } from './observe.ts';
import { leftOutOf, lockDue, postpone, queueNews, writeScores } from './store.ts';

const BATCH = 500;
/** In one run, so that a worker that is told to stop has soon done so. The next run goes on. */
const MAX_BATCHES = 10;

/** Returns the failures. A panelist who can't be scored is due again a day later, and delays no other. */
export async function scorePanelists(tx: Tx, panelistIds: readonly string[], at: Date): Promise<unknown[]> {
  if (panelistIds.length === 0) return [];
  const [observed, leftOut] = await Promise.all([observe(tx, panelistIds), leftOutOf(tx, panelistIds)]);
  const scores = new Map<string, QualityScore>();
  const failures = new Map<string, unknown>();
  for (const id of panelistIds)
    try {
      scores.set(id, scoreQuality(observed(id), leftOut.get(id) ?? {}, at));
    } catch (failure) {
      failures.set(id, failure);
    }
  await writeScores(tx, scores, at);
  await postpone(tx, [...failures.keys()], addMs(at, DAY_MS));
  return [...failures.values()];
}

/** The worker's task. Looks for news once a South African day, and once after a start. Each run returns the number of panelists scored. */
export function qualityScorer({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): () => Promise<number> {
  let queuedOn = '';
  return async () => {
    const at = clock.now();
    const today = southAfricanDate(at);
    if (queuedOn !== today) {
      await database.transaction((tx) => queueNews(tx, at), { fullScan: true });
      queuedOn = today;
    }
    let scored = 0;
    const failures: unknown[] = [];
    for (let batches = 0; batches < MAX_BATCHES && scored === batches * BATCH; batches += 1)
      scored += await database.transaction(async (tx) => {
        const ids = await lockDue(tx, at, BATCH);
        failures.push(...(await scorePanelists(tx, ids, at)));
        return ids.length;
      });
    if (failures.length > 0) throw new AggregateError(failures, 'Panelists could not be scored.');
    return scored;
  };
}
