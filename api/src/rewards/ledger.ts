/**
 * The double-entry ledger as stored: every rand moves from one account to another, and each transfer is made once. Then rewards, as
 * `domain/src/partners/session-reward.ts` decides them: earned, changed, and released after the holding period.
 */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, ageMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import type { ChangedReward, RewardContext, RewardUpdate } from '@panel/domain/partners/session-reward';
import {
  type Account,
  type Cents,
  cents,
  type Move,
  min,
  type Transfer,
  type Wallet,
} from '@panel/domain/rewards/money';
import type { Pricing } from '@panel/domain/rewards/pricing';
import { type Database, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';

export type WalletRow = { [F in keyof Wallet]: F extends 'panelistId' ? string | null : string };

export const walletOf = (row: WalletRow): Wallet => ({
  id: row.id,
  panelistId: row.panelistId,
  pending: cents(row.pending),
  available: cents(row.available),
  reserved: cents(row.reserved),
  owed: cents(row.owed),
});

/** Locks a wallet until the transaction ends. Everything that moves a panelist's money begins here. */
export async function lockWallet(tx: Tx, walletId: string): Promise<Wallet> {
  const row = await tx.one<WalletRow>(sql`
    select id, panelist_id as "panelistId", pending, available, reserved, owed from wallets where id = ${walletId} for no key update`);
  if (!row) throw new Error('The wallet does not exist.');
  return walletOf(row);
}

/** Locks the wallet of a survey session, if the session exists. */
export const lockWalletOfSession = (tx: Tx, sessionId: string) =>
  tx.many(sql`
    select from survey_sessions s join wallets w on w.id = s.wallet_id where s.id = ${sessionId} for no key update of w`);

export const insertWalletStatement = (walletId: string, panelistId: string, isOfReturner: boolean): Statement =>
  sql`insert into wallets (id, panelist_id, is_of_returner) values (${walletId}, ${panelistId}, ${isOfReturner})`;

/** A panelist's wallet, not locked, with what it has earned in total. */
export async function walletOfPanelist(db: Queries, panelistId: string): Promise<Wallet & { readonly earned: Cents }> {
  const row = await db.one<WalletRow & { earned: string }>(sql`
    select id, panelist_id as "panelistId", pending, available, reserved, owed, earned from wallets where panelist_id = ${panelistId}`);
  if (!row) throw new Error('The panelist has no wallet.');
  return { ...walletOf(row), earned: cents(row.earned) };
}

/** The postings of these moves, by account. They sum to zero and have no zero entries. */
export function postingsOf(moves: readonly Move[]): (readonly [account: Account, amount: bigint])[] {
  const postings = new Map<Account, bigint>();
  for (const [from, to, amount] of moves) {
    if (amount < 0n) throw new RangeError('An amount must not be negative.');
    postings.set(from, (postings.get(from) ?? 0n) - amount);
    postings.set(to, (postings.get(to) ?? 0n) + amount);
  }
  return [...postings].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Moves money, in the transaction that writes the reason. The wallets must be locked. The database refuses a repeated transfer, postings
 * that don't sum to zero, and balances below zero.
 */
export function insertTransfersStatements(transfers: readonly Transfer[], at: Date): Statement[] {
  if (transfers.length === 0) return [];
  const postings = transfers.flatMap(({ kind, subject, change = 0, moves }) =>
    postingsOf(moves).map(([account, amount]) => ({ kind, subject, change, account, amount })),
  );
  return [
    sql`
      insert into transfers (kind, subject, change, wallet_id, at)
      select kind, subject, change, wallet_id, ${at}::timestamptz
      from unnest(
        ${transfers.map(({ kind }) => kind)}::text[],
        ${transfers.map(({ subject }) => subject)}::uuid[],
        ${transfers.map(({ change = 0 }) => change)}::int[],
        ${transfers.map(({ walletId }) => walletId)}::uuid[]
      ) as t (kind, subject, change, wallet_id)`,
    sql`
      insert into postings (transfer_id, account, amount)
      select t.id, p.account, p.amount
      from unnest(
        ${postings.map(({ kind }) => kind)}::text[],
        ${postings.map(({ subject }) => subject)}::uuid[],
        ${postings.map(({ change }) => change)}::int[],
        ${postings.map(({ account }) => account)}::text[],
        ${postings.map(({ amount }) => String(amount))}::bigint[]
      ) as p (kind, subject, change, account, amount) join transfers t using (kind, subject, change)`,
  ];
}

/** When money last moved; undefined if it never has. */
export const lastTransferAt = async (db: Queries): Promise<Date | undefined> =>
  (await db.one<{ at: Date }>(sql`select at from transfers order by id desc limit 1`))?.at;

/** Moves the debt of earlier profiles to a new wallet. */
export const restoreDebtStatements = (walletId: string, debt: bigint, at: Date): Statement[] => {
  const moves: readonly Move[] = [['owed', 'write-off', debt]];
  return debt > 0n
    ? insertTransfersStatements([{ kind: 'debt-restored', subject: walletId, walletId, moves }], at)
    : [];
};

/** Writes a session's reward, the money that moves with it, and the partner's credits of the day. */
export const writeRewardStatements = (
  { holdDays }: Pricing,
  { session, wallet }: Pick<RewardContext, 'session' | 'wallet'>,
  { earned, changed, transfers, credit }: RewardUpdate,
  at: Date,
): Statement[] => [
  ...(earned
    ? [
        sql`
          insert into rewards
            (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
          values (${earned.id}, ${wallet.id}, ${session.partner}, ${earned.surveyId}, ${session.id}, ${earned.amount},
            ${earned.usdMicros}, ${earned.sharePpm}, ${earned.zarPerUsdMicros}, 'pending', ${at}, ${addMs(at, holdDays * DAY_MS)})`,
      ]
    : []),
  ...(changed ? [updateRewardStatement(changed)] : []),
  ...insertTransfersStatements(transfers, at),
  ...(credit > 0n ? [addToPartnerDayStatement(session.partner, credit, at)] : []),
];

/** Several rows per day, so that callbacks of one partner don't wait for each other. */
const addToPartnerDayStatement = (partner: Partner, credit: bigint, at: Date): Statement =>
  sql`
    insert into partner_days as d (partner, day, slot, credited)
    values (${partner}, ${southAfricanDate(at)}, pg_backend_pid() % 64, ${credit})
    on conflict (partner, day, slot) do update set credited = d.credited + excluded.credited`;

const updateRewardStatement = ({ id, amount, usdMicros, state, changes }: ChangedReward): Statement =>
  sql`
    update rewards set amount = ${amount}, usd_micros = coalesce(${usdMicros}, usd_micros), state = ${state}, changes = ${changes}
    where id = ${id}`;

const RELEASED_AT_ONCE = 500;

/** Releases rewards after their holding period, in batches. Returns the number of rewards released. */
export async function releaseDueRewards(database: Database, at: Date): Promise<number> {
  for (let total = 0; ; ) {
    const released = await processItems(database, at, {
      job: 'release',
      find: () =>
        database.column(sql`
          select id from rewards r
          where state = 'pending' and release_at <= ${at} and ${isNotSetAside('release', sql`r.id::text`, at)}
          order by release_at limit ${RELEASED_AT_ONCE}`),
      process: (ids) => database.transaction((tx) => releaseRewards(tx, ids, at)),
    });
    total += released;
    if (released < RELEASED_AT_ONCE) return total;
  }
}

/** How long the most overdue reward has waited for its release. */
export const oldestOverdueRewardMs = async (db: Queries, at: Date): Promise<number> => {
  const [dueAt = null] = await db.column<Date>(sql`
    select release_at from rewards where state = 'pending' and release_at <= ${at} order by release_at limit 1`);
  return ageMs(dueAt, at);
};

type ReleasedReward = {
  readonly id: string;
  readonly walletId: string;
  readonly amount: string;
  readonly changes: number;
};

/** The panelist's debt is paid off first. Returns the number of rewards released. */
async function releaseRewards(tx: Tx, ids: readonly string[], at: Date): Promise<number> {
  // The wallets' rows are the lock, as everywhere; a wallet that is locked now is left for the next round.
  const due = await tx.many<{ id: string; walletId: string; owed: string }>(sql`
    select r.id, r.wallet_id as "walletId", w.owed from rewards r join wallets w on w.id = r.wallet_id
    where r.id = any(${ids}::uuid[]) and r.state = 'pending'
    order by r.release_at
    for no key update of w skip locked`);
  if (due.length === 0) return 0;
  // A reward may have been reversed before its wallet was locked, so only what is still pending is released.
  const released = await tx.returning<ReleasedReward>(sql`
    update rewards set state = 'available', released_at = ${at}
    where id = any(${due.map(({ id }) => id)}::uuid[]) and state = 'pending'
    returning id, wallet_id as "walletId", amount, changes`);
  const owed = new Map(due.map((row) => [row.walletId, -BigInt(row.owed)]));
  const transfers = released.map(({ id, walletId, amount, changes }): Transfer => {
    const total = BigInt(amount);
    const paidOff = min(owed.get(walletId) ?? 0n, total);
    owed.set(walletId, (owed.get(walletId) ?? 0n) - paidOff);
    const moves: readonly Move[] = [
      ['pending', 'owed', paidOff],
      ['pending', 'available', total - paidOff],
    ];
    return { kind: 'released', subject: id, change: changes, walletId, moves };
  });
  await tx.run(...insertTransfersStatements(transfers, at));
  return released.length;
}

/** Returns the number of rows deleted. */
export const deletePartnerDaysBefore = (database: Database, day: string): Promise<number> =>
  database.run(sql`delete from partner_days where day < ${day}`);
