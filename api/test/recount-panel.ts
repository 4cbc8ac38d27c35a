/** The figures of Panel, Sample and Partners, counted from plain rows in the most direct way. */
import { addDays, addMonthsTo, southAfricanDate, startOfDay } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { PARTNER_CONTRACTS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import type { Vault } from '../src/platform/security/vault.ts';
import type { Diary } from './generated-panel.ts';
import type { PlainRow, PlainRows } from './plain-rows.ts';

export const dayOf = (at: Date): string => southAfricanDate(at);
export const monthOf = (at: Date): string => dayOf(at).slice(0, 7);
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const owedFor = ({ usd_micros: usd, zar_per_usd_micros: rate }: PlainRow): number =>
  (Number(usd) * Number(rate)) / 1e10;

/** When a panelist took part, from the sign-up on. */
export const activityOf = (rows: PlainRows, { id, registered_at }: PlainRow): Date[] => [
  registered_at,
  ...rows.submissions.filter(({ panelist_id }) => panelist_id === id).map(({ submitted_at }) => submitted_at),
  ...rows.survey_sessions.filter(({ panelist_id }) => panelist_id === id).map(({ created_at }) => created_at),
  ...rows.task_invitations
    .filter(({ panelist_id, opened_at }) => panelist_id === id && opened_at !== null)
    .map(({ opened_at }) => opened_at),
];

export const ofStatus = (rows: PlainRows, status: string) => rows.panelists.filter((one) => one.status === status);

export function activeIn(rows: PlainRows, days: number, day: string): number {
  const ends = startOfDay(addDays(day, 1)).getTime();
  return ofStatus(rows, 'approved').filter((one) =>
    activityOf(rows, one).some((at) => at.getTime() < ends && at.getTime() >= ends - days * DAY_MS),
  ).length;
}

export const joinedBy = (rows: PlainRows, status: string, day: string): number =>
  ofStatus(rows, status).filter(
    ({ registered_at }) => registered_at.getTime() >= startOfDay(addDays(day, 1)).getTime() - 30 * DAY_MS,
  ).length;

/** The age group of each hash of a month of birth. */
export function ageGroupsOn(vault: Vault, day: string): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (let year = 1920; year <= 2026; year += 1)
    for (let month = 1; month <= 12; month += 1) {
      const isTurned = month <= Number(day.slice(5, 7));
      const age = Number(day.slice(0, 4)) - year - (isTurned ? 0 : 1);
      const name = `${year}-${String(month).padStart(2, '0')}`;
      const from = [65, 55, 45, 35, 25, 18].find((lowest) => age >= lowest);
      if (from)
        groups.set(
          vault.digest('birth-month', name).toString('hex'),
          from === 65 ? '65' : `${from}-${from === 18 ? 24 : from + 9}`,
        );
    }
  return groups;
}

/** A panelist's codes for a question; null if it isn't answered. */
export function codesOf(
  profile: PlainRow | undefined,
  question: string,
  ages: ReadonlyMap<string, string>,
): string[] | null {
  if (question === 'age') {
    const group = profile?.birth_month && ages.get(profile.birth_month.toString('hex'));
    return group ? [group] : null;
  }
  if (question === 'lsm') return profile?.lsm_group ? [String(profile.lsm_group)] : null;
  const answer = profile?.answers[question] ?? null;
  if (answer === null) return null;
  if (!Array.isArray(answer)) return [answer];
  return answer.length === 0 && question !== 'lsm_appliances' ? null : answer;
}
export const profileOf = (rows: PlainRows, { id }: PlainRow) =>
  rows.profiles.find(({ panelist_id }) => panelist_id === id);

/** The cohort of a month, at the end of a day. */
export function cohortOf(diary: Diary, day: string, month: string) {
  const rows = diary.get(day);
  if (!rows) throw new Error(`The diary has no ${day}.`);
  const people = sum(
    [...diary].map(([on, { panelists }]) =>
      on.startsWith(month) ? panelists.filter(({ registered_at }) => dayOf(registered_at) === on).length : 0,
    ),
  );
  const left = rows.panelists.filter(({ registered_at }) => monthOf(registered_at) === month);
  const walletOf = ({ id }: PlainRow) => rows.wallets.find(({ panelist_id }) => panelist_id === id)?.id;
  const active: number[] = [];
  for (let later = addMonthsTo(month, 1); later <= day.slice(0, 7); later = addMonthsTo(later, 1))
    active.push(
      left.filter((one) =>
        activityOf(rows, one)
          .slice(1)
          .some((at) => monthOf(at) === later),
      ).length,
    );
  return {
    month,
    people,
    profiled: left.filter(({ id }) =>
      rows.submissions.some((one) => one.panelist_id === id && one.questionnaire === 'second-round'),
    ).length,
    completed: left.filter((one) => rows.rewards.some(({ wallet_id }) => wallet_id === walletOf(one))).length,
    withdrew: left.filter((one) =>
      rows.withdrawals.some(({ wallet_id, state }) => wallet_id === walletOf(one) && state === 'paid'),
    ).length,
    active,
  };
}

/** A partner's figures of the sessions entered from one day to another. */
export function partnerFigures(rows: PlainRows, partner: Partner, from: string, to: string) {
  const entered = rows.survey_sessions.filter(
    (one) => one.partner === partner && dayOf(one.created_at) >= from && dayOf(one.created_at) <= to,
  );
  const completes = entered.filter(({ completed_at }) => completed_at !== null);
  const rewardOf = ({ id }: PlainRow) => rows.rewards.find(({ session_id }) => session_id === id);
  const inState = (state: string) => completes.filter((one) => rewardOf(one)?.state === state);
  const standing = entered.flatMap((one) => rewardOf(one) ?? []).filter(({ state }) => state !== 'reversed');
  const lengths = completes.map(({ length_seconds }) => length_seconds).sort((a, b) => a - b);
  const isSigned = PARTNER_CONTRACTS[partner].signsReturns;
  return {
    partner,
    entered: entered.length,
    returned: isSigned ? entered.filter(({ returned_at }) => returned_at !== null).length : null,
    completed: completes.length,
    pending: inState('pending').length,
    released: [...inState('available'), ...inState('forfeited')].filter((one) => rewardOf(one)?.released_at).length,
    reversed: inState('reversed').length,
    medianMinutes: lengths.length === 0 ? null : Math.round(lengths[Math.ceil(lengths.length / 2) - 1] / 60),
    rewarded: standing.length,
    rewards: sum(standing.map(({ amount }) => Number(amount))),
    owedByPartner: Math.round(
      sum(
        completes
          .flatMap((one) => rewardOf(one) ?? [])
          .filter(({ state }) => state !== 'reversed')
          .map(owedFor),
      ),
    ),
  };
}

/** Conversion by week of entry, and rewards earned and reversed by month earned. */
export const weekOf = (rows: PlainRows, week: string) => ({
  week,
  partners: PARTNERS.map((partner) => {
    const { entered, completed } = partnerFigures(rows, partner, week, addDays(week, 6));
    return { partner, entered, completed };
  }),
});
export const reversalsOf = (rows: PlainRows, month: string, partner: Partner) => {
  const earned = rows.rewards.filter((one) => one.partner === partner && monthOf(one.earned_at) === month);
  return { partner, earned: earned.length, reversed: earned.filter(({ state }) => state === 'reversed').length };
};
