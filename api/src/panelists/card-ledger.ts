/** The changes to a panelist's balance, for the card. */

import { MAX_LEDGER_ENTRIES } from '@panel/domain/console/people-pages';
import type { CentsNumber, Day, Instant } from '@panel/domain/console/values';
import type { Partner } from '@panel/domain/partners/partners';
import type { TransferKind } from '@panel/domain/rewards/money';
import { type Queries, sql } from '../platform/database/database.ts';
import { type MoneyEntry, rewardHistory } from '../rewards/history.ts';

/** All entries together are what is available and pending, less what is owed. */
export type LedgerEntry = {
  at: Instant;
  kind: 'reward' | 'correction' | 'reversal' | 'reinstatement' | 'withdrawal' | 'return' | 'debt' | 'thank-you';
  partner: Partner | null;
  state: 'pending' | 'available' | 'withdrawn' | 'reversed' | 'processing' | 'paid' | 'returned' | 'owed';
  /** While pending. */
  availableOn: Day | null;
  /** Negative if it left the wallet. */
  amount: CentsNumber;
};

const KINDS: Partial<Record<TransferKind, LedgerEntry['kind']>> = {
  earned: 'reward',
  corrected: 'correction',
  reversed: 'reversal',
  reinstated: 'reinstatement',
  'withdrawal-reserved': 'withdrawal',
  'withdrawal-returned': 'return',
  thanked: 'thank-you',
};

type TransferRow = {
  readonly kind: TransferKind;
  readonly subject: string;
  readonly at: Date;
  readonly amount: string;
  /** The reward's partner; null if the transfer isn't about a reward. */
  readonly partner: Partner | null;
  /** Whether the reward was reversed later. */
  readonly isReversedLater: boolean;
};

const transferRows = (db: Queries, panelistId: string) =>
  db.many<TransferRow>(sql`
    select t.kind, t.subject, t.at, t.amount, r.partner, exists (
      select from transfers later where later.subject = t.subject and later.kind = 'reversed' and later.change > t.change
    ) as "isReversedLater"
    from (
      select t.id, t.kind, t.subject, t.change, t.at, sum(p.amount)::bigint as amount
      from wallets w join transfers t on t.wallet_id = w.id
      join postings p on p.transfer_id = t.id and p.account in ('pending', 'available', 'owed')
      where w.panelist_id = ${panelistId}
      group by t.id having sum(p.amount) <> 0
      order by t.at desc, t.id desc limit ${MAX_LEDGER_ENTRIES}
    ) t
    left join rewards r on r.id = t.subject
    order by t.at desc, t.id desc`);

function entryOf(
  { kind, subject, at, amount, partner, isReversedLater }: TransferRow,
  money: ReadonlyMap<string, MoneyEntry>,
): LedgerEntry {
  const isReversed = kind === 'reversed' || ((kind === 'earned' || kind === 'reinstated') && isReversedLater);
  const entry = money.get(subject);
  const state = kind === 'withdrawal-returned' ? 'returned' : (entry?.state ?? 'owed');
  return {
    at: at.toISOString(),
    kind: KINDS[kind] ?? 'debt',
    partner,
    state: isReversed ? 'reversed' : state,
    availableOn: isReversed ? null : (entry?.availableOn ?? null),
    amount: Number(amount),
  };
}

/** Newest first. */
export async function ledgerOf(db: Queries, panelistId: string): Promise<LedgerEntry[]> {
  const [transfers, history] = await Promise.all([transferRows(db, panelistId), rewardHistory(db, panelistId, null)]);
  const money = new Map(history.map((entry) => [entry.id, entry]));
  return transfers.map((row) => entryOf(row, money));
}
