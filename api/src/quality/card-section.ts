import type { CardQuality } from '@panel/domain/console/people-pages';
import { contradictionSentence } from '@panel/domain/quality/contradictions';
import type { Queries } from '../platform/database/database.ts';
import { qualityOf } from './store.ts';

/** A panelist's score with every signal in words, for the card. */
export async function readQuality(db: Queries, panelistId: string): Promise<CardQuality | null> {
  const quality = await qualityOf(db, panelistId);
  if (!quality) return null;
  const { score, scoredAt, signals, leftOut } = quality;
  return {
    score,
    scoredAt: scoredAt.toISOString(),
    signals: signals.map(({ signal, against, of, points, weight, lastAt, rules }) => ({
      signal,
      against,
      of,
      points,
      weight,
      lastAt,
      leftOutUntil: leftOut[signal]?.toISOString() ?? null,
      reasons: Object.entries(rules).flatMap(([rule, times]) => {
        const sentence = contradictionSentence(rule);
        return sentence ? [{ sentence, times }] : [];
      }),
    })),
  };
}
