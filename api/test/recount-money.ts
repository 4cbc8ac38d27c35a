/** The figures of Today, Money, Disputes and the cards, counted from plain rows in the most direct way. */
import { addDays, addMonthsTo, startOfDay } from '@panel/domain/calendar';
import { type Pricing, rewardFor } from '@panel/domain/rewards/pricing';
import type { PlainRow, PlainRows } from './plain-rows.ts';
import { dayOf, monthOf, sum } from './recount-panel.ts';

export type Moved = { readonly kind: string; readonly at: Date; readonly account: string; readonly amount: number };

/** Every posting with its transfer. */
export function movedIn({ transfers, postings }: PlainRows): Moved[] {
  const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  return postings.flatMap(({ transfer_id: id, account, amount }) => {
    const transfer = byId.get(id);
    return transfer ? { kind: transfer.kind, at: transfer.at, account, amount: Number(amount) } : [];
  });
}
export const totalOf = (moved: readonly Moved[], picks: (one: Moved) => boolean): number =>
  sum(moved.filter(picks).map(({ amount }) => amount));

/** What the panel owes panelists at the end of a day. */
export function liabilityOn(moved: readonly Moved[], day: string) {
  const ends = startOfDay(addDays(day, 1));
  const of = (account: string) => totalOf(moved, (one) => one.account === account && one.at < ends);
  return { available: of('available'), pending: of('pending'), reserved: of('reserved'), unclaimed: of('unclaimed') };
}

/** The rewards credited, less nothing: a reversal is shown separately. */
export const acceptedIn = (moved: readonly Moved[]): number =>
  0 -
  totalOf(
    moved,
    ({ kind, account }) =>
      ['earned', 'corrected', 'reinstated'].includes(kind) &&
      (account.startsWith('partner:') || account === 'write-off'),
  );

const HALF_CENT = 5_000_000_000n;
/** By month: what partners owe more at its end than at its beginning, up to the end of a day. */
export function owedByMonth(rows: PlainRows, until: string): ReadonlyMap<string, number> {
  // In ten-billionths of a cent: each partner's day is rounded to whole cents, as the page counts it.
  const days = new Map<string, bigint>();
  const add = (at: Date, { partner, usd_micros: usd, zar_per_usd_micros: rate }: PlainRow, sign: 1n | -1n) => {
    const key = `${dayOf(at)} ${partner}`;
    if (dayOf(at) <= until) days.set(key, (days.get(key) ?? 0n) + sign * BigInt(usd) * BigInt(rate));
  };
  for (const reward of rows.rewards) {
    const session = rows.survey_sessions.find(({ id }) => id === reward.session_id);
    if (!session?.completed_at) continue;
    const begins = session.completed_at > reward.earned_at ? session.completed_at : reward.earned_at;
    const changes = rows.transfers
      .filter(({ kind, subject }) => ['reversed', 'reinstated'].includes(kind) && subject === reward.id)
      .sort((a, b) => Number(a.id) - Number(b.id));
    const before = changes.filter(({ at }) => at < begins).at(-1);
    let isOwed = before?.kind !== 'reversed';
    if (isOwed) add(begins, reward, 1n);
    for (const { kind, at } of changes.filter((one) => one.at >= begins)) {
      const becomesOwed = kind === 'reinstated';
      if (becomesOwed !== isOwed) add(at, reward, becomesOwed ? 1n : -1n);
      isOwed = becomesOwed;
    }
  }
  const months = new Map<string, number>();
  for (const [key, amount] of days) {
    const cents = (amount + (amount < 0n ? -HALF_CENT : HALF_CENT)) / (2n * HALF_CENT);
    months.set(key.slice(0, 7), (months.get(key.slice(0, 7)) ?? 0) + Number(cents));
  }
  return months;
}

export const isOpenProposal = ({ state, ends_at: ends }: PlainRow, at: Date): boolean => state === 'open' && ends > at;

/** Completions that wait for two people, with what each adds. */
export function withheldIn(rows: PlainRows, pricing: Pricing) {
  return rows.partner_events
    .filter(({ is_withheld: isWithheld }) => isWithheld)
    .filter(({ session_id: id }) => rows.survey_sessions.some((one) => one.id === id && one.outcome === 'complete'))
    .map((event) => {
      const session = rows.survey_sessions.find(({ id }) => id === event.session_id);
      const reward = rows.rewards.find(({ session_id: id }) => id === event.session_id);
      // The rates that the reward was earned at, or else those that the panelist was shown.
      const priced = [reward, session].find((one) => one?.share_ppm != null);
      const rates = priced && { sharePpm: priced.share_ppm, zarPerUsdMicros: BigInt(priced.zar_per_usd_micros) };
      const amount = Number(rewardFor(BigInt(event.usd_micros), rates ?? pricing));
      const standing = reward?.state === 'reversed' ? 0 : Number(reward?.amount ?? 0);
      return { id: String(event.id), since: event.received_at, amount: amount - standing };
    });
}

/** The months whose statement should be there: due on the 10th of the next month, neither read nor written off. */
export function overdueStatementsIn(night: PlainRows, now: PlainRows, today: string) {
  const earned = movedIn(night).filter(({ kind, account }) => kind === 'earned' && account.startsWith('partner:'));
  const months = new Set(earned.map(({ account, at }) => `${account.slice('partner:'.length)} ${monthOf(at)}`));
  const settled = [...now.partner_statements, ...now.waived_statements];
  return [...months].flatMap((name) => {
    const due = `${addMonthsTo(name.split(' ')[1] ?? '', 1)}-10`;
    const isSettled = settled.some(({ partner, month }) => `${partner} ${month}` === name);
    return today > due && !isSettled ? [{ id: `statement ${name}`, since: startOfDay(due) }] : [];
  });
}

/** What a disputed session would earn or has earned; null if the price is unknown. */
export function stakeOf(rows: PlainRows, { session_id: session }: PlainRow, pricing: Pricing): number | null {
  const reward = rows.rewards.find((one) => one.session_id === session);
  if (reward) return Number(reward.amount);
  const prices = rows.partner_events
    .filter((one) => one.session_id === session && one.outcome === 'complete' && one.usd_micros !== null)
    .map(({ usd_micros: usd }) => BigInt(usd));
  const [highest] = prices.sort((a, b) => (a < b ? 1 : -1));
  return highest === undefined ? null : Number(rewardFor(highest, pricing));
}
