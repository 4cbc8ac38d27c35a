/** What approvers are told outside the console. Never a did, a name, a reason or another text that an operator entered. */
import { formatRand } from '../rewards/amounts.ts';
import type { CentsNumber } from './values.ts';

/** What needs an operator's attention, and how a notice says it. A freeze has its own notice. */
export const ALARMS = {
  payouts: 'Withdrawals need review',
  messages: 'Chat messages about money need review',
  rewards: 'Completions need review',
  late: 'Withdrawals have been open for too long',
  books: 'The books don’t agree',
} as const;
export type AlarmName = keyof typeof ALARMS;
export const ALARM_NAMES = Object.keys(ALARMS) as AlarmName[];

export type ApproverNotice = {
  readonly kind: 'proposal' | 'freeze' | 'alarm';
  /** What it is about. Each subject has at most one notice. */
  readonly subject: string;
  readonly title: string;
  /** The console's page about it. */
  readonly path: string;
  readonly proposal?: string;
  /** The operation's title. */
  readonly operation?: string;
  readonly amount?: CentsNumber;
};

export const proposalNotice = (proposal: string, operation: string, amount: CentsNumber | null): ApproverNotice => ({
  kind: 'proposal',
  subject: `proposal ${proposal}`,
  title: `${proposal} is waiting for approval: ${operation}`,
  path: `/proposal?id=${proposal}`,
  proposal,
  operation,
  ...(amount !== null && { amount }),
});

/** `freeze` is the freeze's number. A reason that is added later makes no further notice. */
export const freezeNotice = (freeze: string): ApproverNotice => ({
  kind: 'freeze',
  subject: `freeze ${freeze}`,
  title: 'Payouts are frozen',
  path: '/money',
});

export const alarmNotice = (alarm: AlarmName): ApproverNotice => ({
  kind: 'alarm',
  subject: `alarm ${alarm}`,
  title: ALARMS[alarm],
  path: '/today',
});

/** The text of the e-mail. */
export const noticeText = ({ title, path, amount }: ApproverNotice, consoleOrigin: string): string =>
  [`${title}.`, ...(amount === undefined ? [] : [`Amount: ${formatRand(amount)}`]), consoleOrigin + path, ''].join(
    '\n',
  );
