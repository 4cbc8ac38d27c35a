/** A panelist's sessions and money over a year. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS, HOUR_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { PARTNERS, type Partner, SIGNED_RETURNS } from '@panel/domain/partners/partners';
import { isFastSurvey } from '@panel/domain/quality/speed';
import { rewardFor } from '@panel/domain/rewards/rules';
import { deservesThankYou, fitsBudget } from '@panel/domain/rewards/thank-you';
import type { Pricing } from '../../api/src/rewards/rewards.ts';
import type { DemoHistory, ThankYouRow } from './insert.ts';
import { addMoney, type Reward } from './money.ts';
import type { DemoPanelist } from './panelists.ts';
import type { Random } from './random.ts';

type Habits = { share: number; completes: number; minutes: number; reversals: number };
const HABITS: Readonly<Record<Partner, Habits>> = {
  'cint-match': { share: 45, completes: 0.27, minutes: 11, reversals: 0.03 },
  'cint-router': { share: 30, completes: 0.2, minutes: 8, reversals: 0.075 },
  purespectrum: { share: 25, completes: 0.24, minutes: 13, reversals: 0.04 },
};
const OTHER_OUTCOMES: readonly (readonly [Outcome, number])[] = [
  ['screenout', 52],
  ['overquota', 20],
  ['drop', 20],
  ['quality', 5],
  ['technical', 1],
];
const CINT_CODES: Readonly<Partial<Record<Outcome, string>>> = {
  complete: '3/10',
  screenout: '3/20',
  overquota: '3/40',
  quality: '3/30',
  technical: '303/',
  reversed: '3/26',
};
const CODES: Readonly<Record<Partner, Readonly<Partial<Record<Outcome, string>>>>> = {
  'cint-match': CINT_CODES,
  'cint-router': {
    complete: 'complete',
    screenout: 'term',
    overquota: 'overquota',
    technical: '48',
    reversed: 'reconciliation',
  },
  purespectrum: { complete: '16>21', reversed: '21>33' },
};
/** Cint Match has a code that no table has since then. */
const UNKNOWN_CODE = '3/97';
const UNKNOWN_DAYS = 12;

/** Thank-yous were tried out for some weeks. */
const THANKED_DAYS = 60;
const THANK_YOU_CENTS = 50n;
/** The share of surveys that are answered too fast to be read. */
const HURRIED_SHARE = 0.04;
/** One of PureSpectrum's surveys each week ends late, and without a completion. */
const LATE_SHARE = 0.3;
const WEEK_MS = 7 * DAY_MS;

/** Adds one panelist's history to that of the panel. */
export function addHistory(
  history: DemoHistory,
  random: Random,
  pricing: Pricing,
  person: DemoPanelist,
  now: Date,
): void {
  const rewards: Reward[] = [];
  const thankYous: ThankYouRow[] = [];
  for (let at = person.registeredAt; ; ) {
    at = addMs(at, Math.max(0.1, random.exponential() * (7 / person.sessionsAWeek)) * DAY_MS);
    if (at >= person.leavesAt || at.getTime() > now.getTime() - 2 * HOUR_MS) break;
    const reward = addSession(history, thankYous, random, pricing, person, at, now);
    if (reward) rewards.push(reward);
  }
  addMoney(history, random, person, rewards, thankYous, now);
  history.thankYous.push(...thankYous);
}

function addSession(
  history: DemoHistory,
  thankYous: ThankYouRow[],
  random: Random,
  pricing: Pricing,
  { id: panelist_id, walletId: wallet_id }: DemoPanelist,
  at: Date,
  now: Date,
): Reward | null {
  const partner = PARTNERS[random.weighted(PARTNERS.map((name) => HABITS[name].share))] as Partner;
  const habits = HABITS[partner];
  // Conversion varies slowly over the year, differently for each partner.
  const swing = 1 + 0.12 * Math.sin(at.getTime() / (20 * DAY_MS) + PARTNERS.indexOf(partner) * 2);
  const isComplete = random.chance(habits.completes * swing);
  const [outcome] = isComplete
    ? (['complete'] as const)
    : (OTHER_OUTCOMES[random.weighted(OTHER_OUTCOMES.map(([, weight]) => weight))] as (typeof OTHER_OUTCOMES)[number]);
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const isLate = partner === 'purespectrum' && !isComplete && random.chance(LATE_SHARE);
  const usual = (isComplete ? habits.minutes : isLate ? 8 : 2.5) * 60;
  const hurry = random.chance(HURRIED_SHARE) ? 0.3 : 1;
  const seconds = Math.round(usual * hurry * (0.5 + 0.5 * random.exponential() + 0.25 * random.next()));
  const endsAt = addMs(at, outcome === 'drop' ? DAY_MS : seconds * 1000);
  const usdMicros = isComplete ? 10_000 * Math.round(70 + 190 * random.next()) : null;
  const reversedAt =
    isComplete && random.chance(habits.reversals) ? addMs(endsAt, random.between(4, 48) * DAY_MS) : null;
  const isReversed = reversedAt !== null && reversedAt < now;
  const id = `s_${random.hex(32)}`;
  // PureSpectrum names a survey before it starts. Each hour has one survey, and a panelist's sessions are further apart.
  const surveyId =
    partner === 'purespectrum' ? (isLate ? `ps-long-${Math.floor(at.getTime() / WEEK_MS)}` : `ps-${hour}`) : null;
  history.sessions.push({
    id,
    partner,
    wallet_id,
    panelist_id,
    pid: `p_${random.hex(32)}`,
    survey_id: surveyId,
    created_at: at,
    outcome: isReversed ? 'reversed' : outcome,
    returned_at: SIGNED_RETURNS.includes(partner) && outcome !== 'drop' ? endsAt : null,
    ended_at: endsAt < now ? endsAt : null,
    completed_at: isComplete ? endsAt : null,
    length_seconds: isComplete ? seconds : null,
    is_fast: isComplete ? isFastSurvey(seconds, usual) : null,
    usd_micros: usdMicros,
  });
  const event = (key: string, eventOutcome: Outcome, effect: string, received_at: Date) => {
    const isUnknown =
      partner === 'cint-match' && eventOutcome === 'technical' && at > addMs(now, -UNKNOWN_DAYS * DAY_MS);
    history.events.push({
      partner,
      dedupe_key: `${id}:${key}`,
      session_id: id,
      outcome: eventOutcome,
      trust: 'verified',
      raw_code: isUnknown ? UNKNOWN_CODE : (CODES[partner][eventOutcome] ?? null),
      is_unknown_code: isUnknown,
      survey_id: surveyId ?? id,
      usd_micros: eventOutcome === 'complete' ? usdMicros : null,
      digest: Buffer.from([0]),
      effect,
      received_at,
    });
  };
  if (isComplete) event('complete', 'complete', 'credited', endsAt);
  else if (outcome !== 'drop' && partner !== 'purespectrum') event(outcome, outcome, 'noted', endsAt);
  if (isReversed && reversedAt) event('reversed', 'reversed', 'reversed', reversedAt);
  if (outcome === 'screenout' && partner !== 'purespectrum' && at > addMs(now, -THANKED_DAYS * DAY_MS)) {
    const rules = { ...pricing.thankYou, amount: THANK_YOU_CENTS };
    const day = southAfricanDate(endsAt);
    const spent = history.thankYouMonths.get(day.slice(0, 7)) ?? 0;
    const thankedToday = thankYous.filter((one) => southAfricanDate(one.at) === day).length;
    if (
      deservesThankYou(rules, { minutes: seconds / 60, isThanked: false, thankedToday }) &&
      fitsBudget(rules, BigInt(spent))
    ) {
      const amount = Number(rules.amount);
      thankYous.push({ id: random.uuid(), session_id: id, wallet_id, amount, at: endsAt });
      history.thankYouMonths.set(day.slice(0, 7), spent + amount);
    }
  }
  if (usdMicros === null) return null;
  const amount = Number(rewardFor(BigInt(usdMicros), pricing.sharePpm, pricing.zarPerUsdMicros));
  const reward: Reward = {
    id: random.uuid(),
    partner,
    amount,
    earnedAt: endsAt,
    reversedAt: isReversed ? reversedAt : null,
    state: 'pending',
    releasedAt: null,
  };
  const releaseAt = addMs(endsAt, pricing.holdDays * DAY_MS);
  if (releaseAt < now && !(reward.reversedAt && reward.reversedAt < releaseAt)) reward.releasedAt = releaseAt;
  reward.state = reward.reversedAt ? 'reversed' : reward.releasedAt ? 'available' : 'pending';
  history.rewards.push({
    id: reward.id,
    wallet_id,
    partner,
    survey_id: surveyId ?? id,
    session_id: id,
    amount,
    usd_micros: usdMicros,
    share_ppm: pricing.sharePpm,
    zar_per_usd_micros: String(pricing.zarPerUsdMicros),
    state: reward.state,
    changes: reward.reversedAt ? 1 : 0,
    earned_at: endsAt,
    release_at: releaseAt,
    released_at: reward.releasedAt,
  });
  return reward;
}
