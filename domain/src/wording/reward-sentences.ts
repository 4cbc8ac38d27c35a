/** Sentences about rewards that the server sends, so that a phone doesn't download all of them. */
import type { ReversalReason } from '../partners/outcomes.ts';
import { formatRand } from '../rewards/amounts.ts';
import type { Cents } from '../rewards/money.ts';

/** The estimate on a survey button, once enough of the partner's surveys were completed. */
export function estimateHint(from: number, to: number, minutes: number): string {
  const pay = from === to ? `R${from}` : `R${from}–R${to}`;
  return minutes === 1 ? `usually ${pay}, about 1 minute` : `usually ${pay}, about ${minutes} minutes`;
}

/** Why a reward isn't what the list of surveys showed. */
export const otherThanShown = (shown: Cents, paid: Cents): string =>
  paid < shown
    ? `The list showed ${formatRand(shown)}; the partner paid less.`
    : `The list showed ${formatRand(shown)}; the partner paid more.`;

const REASONS: Readonly<Record<ReversalReason, string>> = {
  speeding: 'The partner took this reward back: the answers came faster than the questions can be read.',
  'straight-lining': 'The partner took this reward back: many questions in a row had the same answer.',
  'open-ends': 'The partner took this reward back: what was written did not fit the questions.',
  inconsistent: 'The partner took this reward back: some answers contradict each other.',
  'no-record': 'The partner took this reward back: the answers did not reach it.',
  quality: 'The partner took this reward back: it did not pass a check of the answers’ quality.',
};

/** Why a reward was taken back. */
export const reversalSentence = (reason: ReversalReason | null): string =>
  reason ? REASONS[reason] : 'This reward was taken back. No reason was given to us.';
