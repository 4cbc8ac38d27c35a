/** A panel of some weeks. A small cast has every state, whatever the seed; the rest is drawn. The same seed makes the same panel. */

import { DAY_MS } from '@panel/domain/durations';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import type { Pricing } from '@panel/domain/rewards/pricing';
import { seededRandom } from '@panel/domain/seeded-random';
import type { Browser } from '../src/console/console.testing.ts';
import { finishSurvey, report } from '../src/disputes/disputes.testing.ts';
import type { PersonCard } from '../src/panelists/card-page.ts';
import { recordEvent } from '../src/partners/callbacks.ts';
import { creditSession } from '../src/partners/decisions.ts';
import { lockSession } from '../src/partners/locked-session.ts';
import { deliver, insertSessions } from '../src/partners/partners.testing.ts';
import { spectrumComplete } from '../src/partners/purespectrum/contract.testing.ts';
import type { Vault } from '../src/platform/security/vault.ts';
import { birthMonthIndex } from '../src/profiling/birth-months.ts';
import { qualityScorer } from '../src/quality/score-panel.ts';
import { runPayouts } from '../src/rewards/payouts.testing.ts';
import { releaseDueRewards } from '../src/rewards/release.ts';
import { ENOUGH } from '../src/rewards/rewards.testing.ts';
import { COUNTED_QUESTIONS } from '../src/sampling/questions.ts';
import { countNight } from '../src/worker/nightly.ts';
import { goldenFor, idOf, type Kit, NOW, registered, send } from './kit.ts';
import { type PlainRows, plainRows } from './plain-rows.ts';

type Session = { readonly id: string; readonly partner: Partner; readonly did: string; events: number };
/** The rows at the end of each day, since later days change and delete some. */
export type Diary = ReadonlyMap<string, PlainRows>;

/** What the tests compare: the rows of the last night and of now, and the pages of now. */
export type GeneratedPanel = {
  readonly diary: Diary;
  /** The devices of everyone who has not left. */
  readonly people: readonly string[];
  readonly day: string;
  readonly night: PlainRows;
  readonly now: PlainRows;
  readonly at: Date;
  readonly vault: Vault;
  readonly pricing: Pricing;
  page<Data>(name: string): Promise<Data>;
  /** How many people a sample has. */
  countOf(sample: string): Promise<number | null>;
  cardOf(did: string): Promise<PersonCard>;
};

const OUTCOMES: readonly Outcome[] = ['complete', 'complete', 'complete', 'screenout', 'quality', 'technical'];

/** The draws of one concern, so that one more of them leaves those of the others as they are. */
function drawsOf(seed: number) {
  const random = seededRandom(seed);
  const below = (max: number) => Math.floor(random() * max);
  return {
    below,
    chance: (share: number): boolean => random() < share,
    pick: <One>(from: readonly One[]): One | undefined => from[below(from.length)],
  };
}

/** What becomes of the withdrawals of the first of the cast. The last one's is open at the end. */
const UNKNOWN = { kind: 'unknown', code: 'timeout' } as const;
const REFUSED = { kind: 'refused', code: '2408' } as const;
const SETTLED = [UNKNOWN, REFUSED, null, null] as const;
const [IN_DEBT, WAITING, FAST] = [3, 4, 5];
const CAST = 6;
/** When the rewards of the first day can be withdrawn. */
const SETTLING_DAY = 20;
/** What earns more than the minimum of a withdrawal. */
const ENOUGH_USD = BigInt(ENOUGH) * 2000n;

export async function generatePanel(
  kit: Kit,
  browsers: { readonly support: () => Promise<Browser>; readonly finance: () => Promise<Browser> },
  { seed, days }: { readonly seed: number; readonly days: number },
): Promise<{ readonly diary: Diary; readonly people: readonly string[] }> {
  const { deps, db, clock, config, vault, issuer } = kit;
  const of = (concern: number) => drawsOf(10 * seed + concern);
  const [profiles, surveys, events, money, disputes, statuses] = [of(1), of(2), of(3), of(4), of(5), of(6)];
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  const diary = new Map<string, PlainRows>();
  const sessions: Session[] = [];
  /** The cast comes first, and never leaves. */
  let people: string[] = [];
  const crowd = () => people.slice(CAST);
  let accepted = 0;

  const drawnPrice = () => BigInt(200 + events.below(500)) * 10_000n;
  const event = (session: Session, outcome: Outcome, at: Date, isWithheld = false, usdMicros = drawnPrice()) => {
    session.events += 1;
    const { id: sessionId, partner } = session;
    const rawCode = outcome === 'technical' ? `odd-${events.below(3)}` : outcome;
    const price = outcome === 'complete' ? { usdMicros } : {};
    const unknown = outcome === 'technical' ? ({ alert: 'unknown-code' } as const) : {};
    const dedupeKey = `${sessionId}:${session.events}`;
    const incoming = { sessionId, outcome, dedupeKey, rawCode, surveyId: sessionId, ...unknown };
    const rules = isWithheld ? { ...config.pricing, dailyCapCents: 1n } : config.pricing;
    return recordEvent(deps.database, rules, { partner, event: { ...incoming, ...price }, channel: 'callback', at });
  };

  /** As the product does when a panelist takes part. */
  const touch = (did: string, at: Date) =>
    db.query('update panelists set last_active_at = greatest(last_active_at, $2) where did_index = $1', [
      vault.digest('did', did),
      at,
    ]);

  async function join(): Promise<void> {
    const did = await registered(kit);
    people.push(did);
    const answers: Record<string, unknown> = {};
    for (const { id, hasOneAnswer, options } of COUNTED_QUESTIONS.values()) {
      if (id === 'lsm') continue;
      const codes = options.filter(() => profiles.chance(0.3)).map(({ code }) => code);
      if (id !== 'age' && profiles.chance(0.7)) answers[id] = hasOneAnswer ? profiles.pick(options)?.code : codes;
    }
    // One of them is in every sample that the tests draw.
    if (people.length === CAST - 1)
      Object.assign(answers, { gender: 'male', lsm_appliances: ['tv'], settlement_type: 'urban' });
    const month = `${1940 + profiles.below(68)}-${String(1 + profiles.below(12)).padStart(2, '0')}`;
    await db.query(
      'update profiles set answers = answers || $2, birth_month = $3, lsm_group = $4 where panelist_id = $1',
      [
        await idOf(kit, did),
        JSON.stringify(answers),
        profiles.chance(0.9) ? birthMonthIndex(vault, month) : null,
        [1, 2, 3, null, 4, 5, 5, 6, 6, 7, 8, 9, 10][people.length % 13],
      ],
    );
    if (profiles.chance(0.5)) await send(kit, 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
    // With and without a group, some opt out and some don't.
    if (people.length % 3 === 0)
      await send(kit, 'PUT', api.preference(did), { data: [{ preference: 'research', value: false }] });
  }

  async function enter(did: string, partner: Partner): Promise<Session> {
    const [made] = await insertSessions(kit, partner, did, 1);
    await touch(did, clock.now());
    return { id: made?.sessionId ?? '', partner, did, events: 0 };
  }
  const stateMinutes = ({ id }: Session) =>
    db.query('update survey_sessions set stated_minutes = 60 where id = $1', [id]);

  async function takeSurvey(did: string): Promise<void> {
    const { below, chance } = surveys;
    const partner = surveys.pick(PARTNERS) ?? 'purespectrum';
    const session = await enter(did, partner);
    sessions.push(session);
    // Some of its surveys are fast, then.
    if (partner === 'purespectrum') await stateMinutes(session);
    const ends = later(20 + below(4000));
    if (chance(0.6))
      await db.query('update survey_sessions set returned_at = $2, finished_at = $3 where id = $1', [
        session.id,
        ends,
        chance(0.5) ? ends : null,
      ]);
    if (chance(0.8)) await event(session, surveys.pick(OUTCOMES) ?? 'complete', ends, chance(0.1));
    else if (chance(0.4))
      await deps.database.transaction(async (tx) => {
        const locked = await lockSession(tx, session.id, ends);
        if (locked) await creditSession(tx, config.pricing, locked, drawnPrice(), ends);
      });
  }

  /** Draws the panelist for a research task, and opens its link. */
  async function openTask(did: string): Promise<void> {
    await db.query(
      `with drawn as (insert into tasks (name, study_url, selection, seed, created_at) values ($1, 'x', '', 1, $3) returning name)
       insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym, opened_at)
       select gen_random_uuid(), name, $2, 0, $1::text::bytea, 'x', $3 from drawn`,
      [`task-${did}-${clock.now().getTime()}`, await idOf(kit, did), clock.now()],
    );
    await touch(did, clock.now());
  }

  /** Reports a finished survey, and lets operators do what `turn` says. */
  async function dispute(did: string, turn: number): Promise<void> {
    const id = await finishSurvey(kit, did);
    await touch(did, later(-2 * 86_400));
    await report(kit, did, id, disputes.pick(['no-reward', 'other']));
    sessions.push({ id, partner: 'cint-router', did, events: 0 });
    const { rows } = await db.query("select 'D-' || id as name from disputes where session_id = $1", [id]);
    const [support, finance] = [await browsers.support(), await browsers.finance()];
    const known = { dispute: rows[0]?.name };
    const answer = 'We asked the partner.';
    if (turn === 0) await support.operate('decline-dispute', { ...known, answer });
    if (turn === 1) await support.operate('ask-partner', { ...known, reason: 'asked' });
    if (turn < 3) return;
    const credit = { ...known, amount: '12', answer, reason: 'asked' };
    const { proposal } = (await support.operate('credit-dispute', credit)).json();
    if (turn === 4 && proposal) await finance.approve(proposal);
  }

  async function withdraw(did: string, answer = SETTLED[accepted % SETTLED.length]): Promise<void> {
    if ((await send(kit, 'GET', api.withdraw(did))).body !== 'true') return;
    accepted += 1;
    issuer.answers(...(answer ? [answer] : []));
    await runPayouts(deps);
    issuer.answers();
  }

  /** Everyone of the cast earns enough to withdraw, of every partner; one of them is too fast, and its reward withheld. */
  async function joinCast(): Promise<Session[]> {
    const made: Session[] = [];
    for (let index = 0; index < CAST; index += 1) {
      await join();
      const partner = index === FAST ? 'purespectrum' : (PARTNERS[index % PARTNERS.length] ?? 'purespectrum');
      const session = await enter(people[index] ?? '', partner);
      made.push(session);
      if (index === FAST) await stateMinutes(session);
      await event(session, 'complete', later(20), index === FAST, ENOUGH_USD);
    }
    await event(await enter(people[FAST] ?? '', 'cint-match'), 'technical', later(30));
    return made;
  }

  /** Of those who leave, the rewards are forfeited. */
  async function leave(did: string): Promise<void> {
    await event(await enter(did, 'cint-match'), 'complete', later(40));
    await send(kit, 'DELETE', api.deleteProfile(did));
    people = people.filter((one) => one !== did);
  }

  const STATUSES = PANELIST_STATUSES.filter((status) => status !== 'approved');
  let cast: Session[] = [];
  for (let day = 0; day < days; day += 1) {
    clock.set(new Date(NOW.getTime() + day * DAY_MS));
    while ((await countNight(deps, clock.now())) > 0);
    diary.set(new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10), await plainRows(db));
    await qualityScorer(deps)();
    await releaseDueRewards(deps.database, clock.now());
    // Those without an answer are too old to be asked for again.
    await runPayouts(deps);
    if (day === days - 1) break;
    if (day === 0) cast = await joinCast();
    // The last one has no score in the last night.
    if (day < 30 || day === days - 2) await join();
    for (let taken = 0; taken < 4; taken += 1) await takeSurvey(surveys.pick(crowd()) ?? '');
    if (day % 3 === 0) await openTask(people[day % people.length] ?? '');
    const done = events.pick(sessions);
    if (done && events.chance(0.6)) await event(done, events.chance(0.6) ? 'reversed' : 'reinstated', later(60));
    const late = events.pick(sessions.filter((one) => one.events === 0));
    if (late && events.chance(0.3)) await event(late, 'complete', later(90));
    if (day === SETTLING_DAY)
      for (const [index, answer] of SETTLED.entries()) await withdraw(people[index] ?? '', answer);
    for (const did of crowd()) if (money.chance(0.2)) await withdraw(did);
    if (disputes.chance(0.3)) await dispute(disputes.pick(crowd()) ?? '', disputes.below(5));
    const changed = day === days - 2 ? STATUSES : [statuses.pick(STATUSES)].filter(() => statuses.chance(0.1));
    for (const [index, status] of changed.entries())
      await db.query('update panelists set status = $2 where id = $1', [await idOf(kit, crowd()[index] ?? ''), status]);
    if (day % 9 === 8) await leave(people.at(-1) ?? '');
    if (day % 10 === 9)
      await deliver(
        kit,
        spectrumComplete({ partner: 'purespectrum', sessionId: done?.id ?? '', pid: 'x' }, { key: 'forged' }),
      );
  }
  // Some are still open at the end.
  for (const turn of [0, 1, 2, 3, 4]) await dispute(crowd()[STATUSES.length + turn] ?? '', turn);
  for (const did of [people[WAITING] ?? '', ...crowd().filter(() => money.chance(0.5))])
    await send(kit, 'GET', api.withdraw(did));
  for (let taken = 0; taken < 4; taken += 1) await takeSurvey(surveys.pick(crowd()) ?? '');
  await event(await enter(people[FAST] ?? '', 'cint-match'), 'complete', later(50));
  const [spent] = cast.slice(IN_DEBT);
  if (spent) await event(spent, 'reversed', later(60));
  clock.set(later(7200));
  return { diary, people };
}
