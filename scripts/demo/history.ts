/** A panelist's surveys and money over a year. */
import { addMs, DAY_MS, HOUR_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { PARTNER_CONTRACTS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { isFastSurvey, type Pricing, rewardFor } from '@panel/domain/rewards/pricing';
import type { DemoRows } from './insert.ts';
import { addMoney, type Reward } from './money.ts';
import type { DemoPanelist } from './panelists.ts';
import type { Random } from './random.ts';

type Habits = { share: number; completes: number; minutes: number; reversals: number };
/** A partner that isn't here has the usual ones. */
const HABITS: Readonly<Partial<Record<Partner, Habits>>> = {
  'cint-match': { share: 45, completes: 0.27, minutes: 11, reversals: 0.03 },
  'cint-router': { share: 30, completes: 0.2, minutes: 8, reversals: 0.075 },
  purespectrum: { share: 25, completes: 0.24, minutes: 13, reversals: 0.04 },
};
const habitsOf = (partner: Partner): Habits =>
  HABITS[partner] ?? { share: 20, completes: 0.22, minutes: 10, reversals: 0.04 };
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
const CODES: Readonly<Partial<Record<Partner, Readonly<Partial<Record<Outcome, string>>>>>> = {
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

/** The share of surveys that are answered too fast to be read. */
const HURRIED_SHARE = 0.04;
/** One of PureSpectrum's surveys each week ends late, and without a completion. */
const LATE_SHARE = 0.3;
const WEEK_MS = 7 * DAY_MS;

/** Adds one panelist's history to the panel's rows. */
export function addHistory(rows: DemoRows, random: Random, pricing: Pricing, person: DemoPanelist, now: Date): void {
  const rewards: Reward[] = [];
  for (let at = person.registeredAt; ; ) {
    at = addMs(at, Math.max(0.1, random.exponential() * (7 / person.sessionsAWeek)) * DAY_MS);
    if (at >= person.leavesAt || at.getTime() > now.getTime() - 2 * HOUR_MS) break;
    const reward = addSession(rows, random, pricing, person, at, now);
    if (reward) rewards.push(reward);
  }
  addMoney(rows, random, person, rewards, now);
}

function addSession(
  rows: DemoRows,
  random: Random,
  pricing: Pricing,
  { id: panelist_id, walletId: wallet_id }: DemoPanelist,
  at: Date,
  now: Date,
): Reward | null {
  const partner = PARTNERS[random.weighted(PARTNERS.map((name) => habitsOf(name).share))] as Partner;
  const habits = habitsOf(partner);
  const isPureSpectrum = partner === 'purespectrum';
  // Conversion varies slowly over the year, differently for each partner.
  const swing = 1 + 0.12 * Math.sin(at.getTime() / (20 * DAY_MS) + PARTNERS.indexOf(partner) * 2);
  const isComplete = random.chance(habits.completes * swing);
  const other = OTHER_OUTCOMES[random.weighted(OTHER_OUTCOMES.map(([, weight]) => weight))];
  const [outcome] = isComplete || !other ? (['complete'] as const) : other;
  const isLate = isPureSpectrum && !isComplete && random.chance(LATE_SHARE);
  const usual = (isComplete ? habits.minutes : isLate ? 8 : 2.5) * 60;
  const hurry = random.chance(HURRIED_SHARE) ? 0.3 : 1;
  const seconds = Math.round(usual * hurry * (0.5 + 0.5 * random.exponential() + 0.25 * random.next()));
  const endsAt = addMs(at, outcome === 'drop' ? DAY_MS : seconds * 1000);
  const usdMicros = isComplete ? 10_000 * Math.round(70 + 190 * random.next()) : null;
  const takenBackAt =
    isComplete && random.chance(habits.reversals) ? addMs(endsAt, random.between(4, 48) * DAY_MS) : null;
  const reversedAt = takenBackAt && takenBackAt < now ? takenBackAt : null;
  const id = `s_${random.hex(32)}`;
  // PureSpectrum names a survey before it starts. Each hour has one survey, and a panelist's sessions are further apart.
  const surveyNumber = isLate ? `long-${Math.floor(at.getTime() / WEEK_MS)}` : Math.floor(at.getTime() / HOUR_MS);
  const surveyId = isPureSpectrum ? `ps-${surveyNumber}` : null;
  rows.add('survey_sessions', {
    id,
    partner,
    wallet_id,
    panelist_id,
    pid: `p_${random.hex(32)}`,
    survey_id: surveyId,
    created_at: at,
    outcome: reversedAt ? 'reversed' : outcome,
    returned_at: PARTNER_CONTRACTS[partner].signsReturns && outcome !== 'drop' ? endsAt : null,
    ended_at: endsAt < now ? endsAt : null,
    completed_at: isComplete ? endsAt : null,
    length_seconds: isComplete ? seconds : null,
    is_fast: isComplete ? isFastSurvey(seconds, usual) : null,
    usd_micros: usdMicros,
  });
  const addEvent = (key: Outcome, effect: string, received_at: Date) => {
    const isUnknown = partner === 'cint-match' && key === 'technical' && at > addMs(now, -UNKNOWN_DAYS * DAY_MS);
    rows.add('partner_events', {
      partner,
      dedupe_key: `${id}:${key}`,
      session_id: id,
      outcome: key,
      trust: 'verified',
      raw_code: isUnknown ? UNKNOWN_CODE : (CODES[partner]?.[key] ?? null),
      is_unknown_code: isUnknown,
      survey_id: surveyId ?? id,
      usd_micros: key === 'complete' ? usdMicros : null,
      digest: Buffer.from([0]),
      effect,
      received_at,
    });
  };
  if (isComplete) addEvent('complete', 'credited', endsAt);
  else if (outcome !== 'drop' && !isPureSpectrum) addEvent(outcome, 'noted', endsAt);
  if (reversedAt) addEvent('reversed', 'reversed', reversedAt);
  if (usdMicros === null) return null;

  const releaseAt = addMs(endsAt, pricing.holdDays * DAY_MS);
  const isReleased = releaseAt < now && !(reversedAt && reversedAt < releaseAt);
  const reward: Reward = {
    id: random.uuid(),
    partner,
    amount: rewardFor(BigInt(usdMicros), pricing),
    earnedAt: endsAt,
    releasedAt: isReleased ? releaseAt : null,
    reversedAt,
  };
  rows.add('rewards', {
    id: reward.id,
    wallet_id,
    partner,
    survey_id: surveyId ?? id,
    session_id: id,
    amount: reward.amount,
    usd_micros: usdMicros,
    share_ppm: pricing.sharePpm,
    zar_per_usd_micros: pricing.zarPerUsdMicros,
    state: reversedAt ? 'reversed' : isReleased ? 'available' : 'pending',
    changes: reversedAt ? 1 : 0,
    earned_at: endsAt,
    release_at: releaseAt,
    released_at: reward.releasedAt,
  });
  return reward;
}

/** Callbacks with a wrong signature, which changed nothing. */
export function addRejectedCallbacks(rows: DemoRows, random: Random, now: Date): void {
  for (let n = 0; n < 40; n += 1)
    rows.add('partner_events', {
      partner: random.pick(PARTNERS),
      dedupe_key: `failed:${random.hex(64)}`,
      session_id: null,
      outcome: null,
      trust: 'failed',
      raw_code: null,
      is_unknown_code: false,
      survey_id: null,
      usd_micros: null,
      digest: Buffer.from([0]),
      effect: 'refused',
      received_at: addMs(now, -random.between(1, 80) * DAY_MS),
    });
}
