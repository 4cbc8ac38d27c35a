/**
 * Wrong variants of the payout code, each a bug that has happened with real money. The model test must catch each one: `npm run test:long`
 * runs it once per mutant and fails if it passes.
 */
type Mutant = {
  readonly id: string;
  readonly mistake: string;
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** Also changes the database. */
  readonly schema?: string;
  /** How long the issuer remembers a reference, if the issuer is wrong too. */
  readonly issuerMemoryMs?: number;
};

const CALLBACKS = 'api/src/partners/callbacks.ts';
const LEDGER = 'api/src/rewards/ledger.ts';
const IDENTITY = 'api/src/identity/panelists.ts';
const WITHDRAW = 'api/src/rewards/withdraw.ts';
const PAYOUTS = 'api/src/rewards/payouts.ts';
const STEPS = 'api/src/rewards/payout-steps.ts';
const WITHDRAWALS = 'api/src/rewards/withdrawals.ts';
const WITHDRAWAL_RULE = 'domain/src/rewards/withdrawal.ts';
const REWARD_RULE = 'domain/src/partners/session-reward.ts';
const THANK_YOU_RULE = 'domain/src/rewards/thank-you.ts';

export const MUTANTS: readonly Mutant[] = [
  {
    id: 'M1',
    mistake: 'a timeout is a refusal',
    edits: [{ file: STEPS, find: "    case 'refused': {", replace: "    case 'unknown':\n    case 'refused': {" }],
  },
  {
    id: 'M2',
    mistake: 'a retry has a new reference',
    edits: [
      {
        file: PAYOUTS,
        find: 'issue({ reference, amountCents',
        replace: 'issue({ reference: reference + claimed.withdrawal.attempts, amountCents',
      },
    ],
  },
  {
    id: 'M3b',
    mistake: 'no row locks, and no constraints in the database',
    edits: [
      { file: LEDGER, find: `\${walletId} for no key update`, replace: `\${walletId}` },
      { file: LEDGER, find: `\${sessionId} for no key update of w`, replace: `\${sessionId}` },
      { file: IDENTITY, find: `\${didIndex} for no key update`, replace: `\${didIndex}` },
      { file: WITHDRAW, find: '\n      for no key update of w', replace: '' },
    ],
    schema: `
      drop index withdrawals_one_open;
      alter domain cents_held drop constraint cents_held_check`,
  },
  {
    id: 'M4',
    mistake: 'an event that is sent again is another one',
    edits: [
      {
        file: CALLBACKS,
        find: '.test(key) ? key :',
        replace: '.test(key) ? key + Math.random() :',
      },
    ],
  },
  {
    id: 'M4b',
    mistake: 'a reward is reinstated without having been reversed',
    edits: [
      {
        file: REWARD_RULE,
        find: "if (report.credited && reward.state === 'reversed') {",
        replace: 'if (report.credited) {',
      },
    ],
  },
  {
    id: 'M5',
    mistake: 'a payout that has ended is ended again',
    edits: [
      { file: PAYOUTS, find: "if (state !== 'paid') await payWithdrawal", replace: 'await payWithdrawal' },
      { file: PAYOUTS, find: '!SENT.includes(current.state) || ', replace: '' },
    ],
  },
  {
    id: 'M6',
    mistake: 'not started now means never issued',
    edits: [{ file: STEPS, find: "    case 'refused': {", replace: "    case 'not-started':\n    case 'refused': {" }],
  },
  {
    id: 'M7',
    mistake: 'two workers send the same payout to an issuer without a memory',
    edits: [
      {
        file: WITHDRAWALS,
        find: `where id = \${id} and state = \${state} and attempts = \${attempts} and \${isDue(at, resendableSince)}`,
        replace: `where id = \${id}`,
      },
      {
        file: WITHDRAWALS,
        find: 'for no key update skip locked',
        replace: '',
      },
    ],
    issuerMemoryMs: 0,
  },
  {
    id: 'M8',
    mistake: 'a reversal after release is forgotten',
    edits: [
      {
        file: REWARD_RULE,
        find: "if (!report.credited && reward.state !== 'reversed') {",
        replace: "if (!report.credited && reward.state === 'pending') {",
      },
    ],
  },
  {
    id: 'M9',
    mistake: 'a new withdrawal while another is open',
    edits: [{ file: WITHDRAWAL_RULE, find: 'const open = withdrawals.find(isOpen);', replace: 'let open: undefined;' }],
  },
  {
    id: 'M10',
    mistake: 'a refusal counts while an earlier attempt may still arrive',
    edits: [{ file: STEPS, find: 'if (!mayArriveUntil || ', replace: 'if (!mayArriveUntil || true || ' }],
  },
  {
    id: 'M11',
    mistake: 'a slow refusal counts while another worker is sending',
    edits: [{ file: PAYOUTS, find: ' || current.attempts !== withdrawal.attempts + 1) return;', replace: ') return;' }],
  },
  {
    id: 'M12',
    mistake: 'each report of a screen-out is thanked for',
    edits: [{ file: THANK_YOU_RULE, find: ' && !isThanked', replace: '' }],
    schema: 'alter table thank_yous drop constraint thank_yous_session_id_key',
  },
  {
    id: 'M13',
    mistake: 'one panelist is thanked all day',
    edits: [{ file: THANK_YOU_RULE, find: ' && thankedToday < perDay', replace: '' }],
  },
  {
    id: 'W1',
    mistake: 'sent again after the issuer’s memory has ended',
    edits: [
      { file: STEPS, find: 'const isWindowOver = firstSentAt !== null &&', replace: 'const isWindowOver = false &&' },
    ],
  },
  {
    id: 'W2',
    mistake: 'the first sending is forgotten in a crash',
    edits: [
      { file: WITHDRAWALS, find: 'first_sent_at = coalesce(first_sent_at, ', replace: 'first_sent_at = coalesce(' },
    ],
  },
  {
    id: 'W3',
    mistake: 'the window ends as late as the issuer’s memory',
    edits: [
      {
        file: STEPS,
        find: 'const RESEND_WINDOW_MS = 25 * MINUTE_MS;',
        replace: 'const RESEND_WINDOW_MS = 29.9 * MINUTE_MS;',
      },
    ],
  },
  {
    id: 'M14',
    mistake: 'a write-off moves money the wrong way',
    edits: [
      {
        file: 'api/src/rewards/settlement-operations.ts',
        find: "[['write-off', 'paid-out', amount]]",
        replace: "[['paid-out', 'write-off', amount]]",
      },
    ],
  },
];

/** The number of histories in `npm test`: at least twice as many as the slowest mutant needs to be caught. */
export const SHORT_RUNS = 60;

/** The mutant of this run, if any. */
export const CHOSEN = MUTANTS.find(({ id }) => id === process.env.MUTANT);

/** For vitest: the code with the chosen mutant applied. */
export const mutation = {
  name: 'mutant',
  enforce: 'pre' as const,
  transform(code: string, path: string): string | undefined {
    const edits = CHOSEN?.edits.filter(({ file }) => path.endsWith(file)) ?? [];
    if (edits.length === 0) return undefined;
    return edits.reduce((changed, { find, replace }) => {
      if (!changed.includes(find)) throw new Error(`Mutant ${CHOSEN?.id} no longer finds its place.`);
      return changed.replace(find, () => replace);
    }, code);
  },
};
