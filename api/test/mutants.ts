/**
 * Wrong variants of the payout, each a mistake that somebody has made with real money. The model test must catch every
 * one: `npm run test:long` runs it once per mutant and fails where it passes.
 */
export type Mutant = {
  readonly id: string;
  readonly mistake: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
};

const PAYOUTS = 'api/src/rewards/payouts.ts';
const REWARDS = 'api/src/rewards/rewards.ts';
const WITHDRAW = 'api/src/rewards/withdraw.ts';

export const MUTANTS: readonly Mutant[] = [
  {
    id: 'M1',
    mistake: 'a timeout is a refusal',
    file: PAYOUTS,
    find: "    case 'refused': {",
    replace: "    case 'unknown':\n    case 'refused': {",
  },
  {
    id: 'M2',
    mistake: 'a retry has a new reference',
    file: PAYOUTS,
    find: 'reference: claimed.reference,',
    replace: 'reference: claimed.reference + claimed.attempts,',
  },
  {
    id: 'M4',
    mistake: 'a session may be credited by the sum of what is said',
    file: REWARDS,
    find: "if (credited && reward.state === 'reversed') {",
    replace: 'if (credited) {',
  },
  {
    id: 'M5',
    mistake: 'a payout that has ended is ended again',
    file: PAYOUTS,
    find: '  if (!open) return;',
    replace: '',
  },
  {
    id: 'M6',
    mistake: 'not started now means never issued',
    file: PAYOUTS,
    find: "    case 'refused': {",
    replace: "    case 'not-started':\n    case 'refused': {",
  },
  {
    id: 'M8',
    mistake: 'a reversal after release is forgotten',
    file: REWARDS,
    find: "if (!credited && reward.state !== 'reversed') {",
    replace: "if (!credited && reward.state === 'pending') {",
  },
  {
    id: 'M9',
    mistake: 'a new withdrawal beside an open one',
    file: WITHDRAW,
    find: "if (last && last.state !== 'settled' && last.state !== 'reversed') return true;",
    replace: '',
  },
  {
    id: 'M10',
    mistake: 'a refusal counts while an earlier attempt may still arrive',
    file: PAYOUTS,
    find: 'if (!mayArriveUntil || ',
    replace: 'if (!mayArriveUntil || true || ',
  },
  {
    id: 'M11',
    mistake: 'a slow refusal counts while another worker is sending',
    file: PAYOUTS,
    find: "if (!isOurs && result.kind !== 'issued') return;",
    replace: '',
  },
  {
    id: 'W1',
    mistake: 'sent again after the issuer has forgotten',
    file: PAYOUTS,
    find: 'const isOver = held.firstSentAt &&',
    replace: 'const isOver = false &&',
  },
  {
    id: 'W2',
    mistake: 'the first sending is forgotten in a crash',
    file: PAYOUTS,
    find: 'first_sent_at = coalesce(first_sent_at, ',
    replace: 'first_sent_at = coalesce(',
  },
  {
    id: 'W3',
    mistake: 'the window ends as late as the issuer’s memory',
    file: PAYOUTS,
    find: 'const RESEND_WINDOW_MS = 25 * MINUTE;',
    replace: 'const RESEND_WINDOW_MS = 29.9 * MINUTE;',
  },
];

/** For vitest: the code as the chosen mutant has it. */
export function mutation(id: string | undefined) {
  const mutant = MUTANTS.find((one) => one.id === id);
  return {
    name: 'mutant',
    enforce: 'pre' as const,
    transform(code: string, path: string): string | undefined {
      if (!mutant || !path.endsWith(mutant.file)) return undefined;
      if (!code.includes(mutant.find)) throw new Error(`Mutant ${mutant.id} no longer finds its place.`);
      return code.replace(mutant.find, mutant.replace);
    },
  };
}
