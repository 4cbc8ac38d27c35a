import type { ReversalReason } from '../partners/outcomes.ts';

const REASONS: Readonly<Record<ReversalReason, string>> = {
  speeding: 'the answers came faster than the questions can be read',
  'straight-lining': 'many questions in a row had the same answer',
  'open-ends': 'what was written did not fit the questions',
  inconsistent: 'some answers contradict each other',
  'no-record': 'the answers did not reach it',
  quality: 'it did not pass a check of the answers’ quality',
};

/** Why a reward was taken back. The server sends the sentence, so that a phone doesn't download all of them. */
export const reversalSentence = (reason: ReversalReason | null): string =>
  reason
    ? `The partner took this reward back: ${REASONS[reason]}.`
    : 'This reward was taken back. No reason was given to us.';
