/** Sentences about rewards that the server sends, so that a phone doesn't download all of them. */
import type { ReversalReason } from '../partners/outcomes.ts';
import { formatRand } from '../rewards/amounts.ts';
import type { Cents } from '../rewards/money.ts';

/** The estimate on a survey button, once enough of the partner's surveys were completed. */
export const estimateHint = (from: number, to: number, minutes: number): string =>
  `usually R${from}${from === to ? '' : `–R${to}`}, about ${minutes} minute${minutes === 1 ? '' : 's'}`;

/** Why a reward isn't what the list of surveys showed. */
export const otherThanShown = (shown: Cents, paid: Cents): string =>
  `The list showed ${formatRand(shown)}; the partner paid ${paid < shown ? 'less' : 'more'}.`;

const REASONS: Readonly<Record<ReversalReason, string>> = {
  speeding: 'the answers came faster than the questions can be read',
  'straight-lining': 'many questions in a row had the same answer',
  'open-ends': 'what was written did not fit the questions',
  inconsistent: 'some answers contradict each other',
  'no-record': 'the answers did not reach it',
  quality: 'it did not pass a check of the answers’ quality',
};

/** Why a reward was taken back. */
export const reversalSentence = (reason: ReversalReason | null): string =>
  reason
    ? `The partner took this reward back: ${REASONS[reason]}.`
    : 'This reward was taken back. No reason was given to us.';
