import type { Instant } from '@panel/domain/console/values';
import { contradictionSentence } from '@panel/domain/quality/contradictions';
import { SIGNAL_LABELS, type Signal } from '@panel/domain/quality/score';
import type { Queries } from '../platform/database/database.ts';
import { qualityOf } from './store.ts';

export type CardQuality = {
  /** Null if nothing was seen yet. */
  score: number | null;
  signals: {
    label: string;
    /** What counts against the panelist, in words. */
    value: string;
    points: number;
    weight: number;
    lastAt: Instant | null;
    /** What was seen until then is left out. */
    leftOutUntil: Instant | null;
    /** Which rules were broken, in words, and how often. */
    reasons: string[];
  }[];
};

/** What each signal counts against the panelist. Changes between forms count half. */
const VALUE_WORDS: Readonly<Record<Signal, (against: number, of: number) => string>> = {
  contradictions: (against, of) => `${against} of ${of} checks`,
  'fast-surveys': (against, of) => `${against} of ${of} surveys in less than a third of their usual length`,
  'fast-forms': (against, of) => `${against} of ${of} forms faster than they can be read`,
  reversals: (against, of) => `${against} of ${of} rewards taken back`,
  quarantined: (against) => `${against} that contradict an earlier report`,
  disputes: (against, of) => `${against} of ${of} answered, less those that were upheld`,
};

/** A panelist's score with every signal in words, for the card. */
export async function readQuality(db: Queries, panelistId: string): Promise<CardQuality | null> {
  const quality = await qualityOf(db, panelistId);
  if (!quality) return null;
  const { score, signals, leftOut } = quality;
  return {
    score,
    signals: signals.map(({ signal, against, of, points, weight, lastAt, rules }) => ({
      label: SIGNAL_LABELS[signal],
      value: of === 0 ? 'Nothing seen yet' : VALUE_WORDS[signal](against, of),
      points,
      weight,
      lastAt,
      leftOutUntil: leftOut[signal]?.toISOString() ?? null,
      reasons: Object.entries(rules).flatMap(([rule, times]) => {
        const sentence = contradictionSentence(rule);
        return sentence ? [times > 1 ? `${sentence} (${times}×)` : sentence] : [];
      }),
    })),
  };
}
