/**
 * How far a panelist's answers can be relied on: 0 to 100 from named signals of the last 12 months. It helps people to choose a sample and to
 * decide a review. It moves no money and changes no status.
 */
import { addMonths } from '../calendar.ts';

/** The signals, as the console and its commands name them. */
export const SIGNAL_LABELS = {
  contradictions: 'Answers that disagree',
  'fast-surveys': 'Fast surveys',
  'fast-forms': 'Fast forms',
  reversals: 'Reversed by partners',
  quarantined: 'Conflicting reports',
  disputes: 'Declined reports',
} as const;
export type Signal = keyof typeof SIGNAL_LABELS;
export const SIGNALS = Object.keys(SIGNAL_LABELS) as Signal[];

type SignalRule = {
  /** The points of a panelist with nothing against them. */
  readonly weight: number;
  /** Forgiven: honest people make slips. */
  readonly free: number;
  /** Beyond the forgiven ones: how many, or which share, leave no point. */
  readonly none: number;
  /** A share is of at least this many, because one of one says little. Null if the number counts. */
  readonly atLeast: number | null;
};

/** Assumption: quality-score. The weights add up to 100. */
export const SIGNAL_RULES: Readonly<Record<Signal, SignalRule>> = {
  contradictions: { weight: 45, free: 1, none: 2, atLeast: null },
  'fast-surveys': { weight: 25, free: 1, none: 0.4, atLeast: 5 },
  // Small, because the phone measures it and may say anything.
  'fast-forms': { weight: 10, free: 0, none: 0.5, atLeast: 2 },
  reversals: { weight: 12, free: 1, none: 0.3, atLeast: 5 },
  quarantined: { weight: 4, free: 1, none: 2, atLeast: null },
  disputes: { weight: 4, free: 2, none: 4, atLeast: null },
};

const SCORED_MONTHS = 12;
/** A panelist without news is scored again after this many days, because older signals leave the window. */
export const RESCORED_DAYS = 30;
/** Assumption: quality-score. What the console calls good, and marks on the bar. */
export const GOOD_SCORE = 60;

/** When something that a signal counts was seen. `weight` is what counts against the panelist: 0 if nothing does. */
export type Observation = { readonly at: Date; readonly weight: number; readonly rule?: string };
export type Observations = Readonly<Record<Signal, readonly Observation[]>>;
/** By signal: what was seen until this time is left out, because two people accepted that it is wrong. */
export type LeftOut = Readonly<Partial<Record<Signal, Date>>>;

export type ScoredSignal = {
  readonly signal: Signal;
  /** What counts against the panelist, and of how many. */
  readonly against: number;
  readonly of: number;
  readonly weight: number;
  readonly points: number;
  /** When something last counted against the panelist. */
  readonly lastAt: Date | null;
  /** Of contradictions: how often each rule was broken. */
  readonly rules: Readonly<Record<string, number>>;
};
/** The score is null if nothing was seen yet. */
export type QualityScore = { readonly score: number | null; readonly signals: readonly ScoredSignal[] };

function pointsOf({ weight, free, none, atLeast }: SignalRule, against: number, of: number): number {
  const excess = Math.max(0, against - free);
  const lost = atLeast === null ? excess / none : excess / Math.max(of, atLeast) / none;
  return Math.round(weight * (1 - Math.min(1, lost)));
}

function scoreSignal(signal: Signal, seen: readonly Observation[]): ScoredSignal {
  const bad = seen.filter(({ weight }) => weight > 0);
  // A report that was upheld makes up for one that was declined.
  const against = Math.max(
    0,
    seen.reduce((sum, { weight }) => sum + weight, 0),
  );
  const { weight } = SIGNAL_RULES[signal];
  const rules: Record<string, number> = {};
  for (const { rule } of bad) if (rule) rules[rule] = (rules[rule] ?? 0) + 1;
  return {
    signal,
    against,
    of: seen.length,
    weight,
    points: pointsOf(SIGNAL_RULES[signal], against, seen.length),
    lastAt: bad.length === 0 ? null : new Date(Math.max(...bad.map(({ at }) => at.getTime()))),
    rules,
  };
}

export function scoreQuality(observed: Observations, leftOut: LeftOut, at: Date): QualityScore {
  const since = addMonths(at, -SCORED_MONTHS);
  const signals = SIGNALS.map((signal) => {
    const after = leftOut[signal];
    return scoreSignal(
      signal,
      observed[signal].filter((seen) => seen.at >= since && (!after || seen.at > after)),
    );
  });
  const isKnown = signals.some(({ of }) => of > 0);
  return { score: isKnown ? signals.reduce((sum, { points }) => sum + points, 0) : null, signals };
}
