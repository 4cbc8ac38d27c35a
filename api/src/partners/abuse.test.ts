/** Whatever panelists and partners do, credits that two people have not approved stay within the rules. */
import { southAfricanDate } from '@panel/domain/calendar';
import { DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { FAST_SHARE } from '@panel/domain/rewards/pricing';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { NOW, registered, useKit } from '../../test/kit.ts';
import { pendingReview } from '../monitoring/pending-review.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { mintSession, reportEvent, wallet } from '../rewards/rewards.testing.ts';
import { recordDecision } from './decisions.ts';

const kit = useKit({
  DAILY_CAP_RAND: '40',
  DAILY_COMPLETIONS: '3',
  PARTNER_DAILY_CAP_RAND: '60',
  FAST_SURVEYS: 'review',
});
const RUNS = 15;

const pass = (ms: number) => kit().clock.set(new Date(kit().clock.now().getTime() + ms));
const effectsOf = async (sessionId: string): Promise<string[]> =>
  (await kit().db.query('select effect from partner_events where session_id = $1 order by id', [sessionId])).rows.map(
    ({ effect }) => effect,
  );

async function creditWithheld(sessionId: string): Promise<void> {
  const { rows } = await kit().db.query('select id from partner_events where session_id = $1 and is_withheld', [
    sessionId,
  ]);
  const { database, config } = kit().deps;
  await database.transaction((tx) => recordDecision(tx, config.pricing, rows[0].id, 'credited', kit().clock.now()));
}

/** Of a survey of three minutes, a completion within one is fast. */
const STATED_MINUTES = 3;

/** A survey that takes this many seconds, completed for this many dollars at R9 each. */
async function takeSurvey(did: string, seconds: number, dollars: number) {
  const sessionId = await mintSession(kit(), did);
  await kit().db.query('update survey_sessions set stated_minutes = $2 where id = $1', [sessionId, STATED_MINUTES]);
  pass(seconds * 1000);
  const usdMicros = BigInt(dollars) * 1_000_000n;
  const effect = await reportEvent(kit(), sessionId, { outcome: 'complete', key: `${sessionId}:c`, usdMicros });
  return { sessionId, effect, did, cents: dollars * 900, seconds, at: kit().clock.now() };
}
type Survey = Awaited<ReturnType<typeof takeSurvey>>;

const WITHHELD = ['too-fast', 'over-daily-cap', 'over-daily-completions', 'over-partner-cap'];

function expectWithinRules(surveys: readonly Survey[]): void {
  const credited = surveys.filter(({ effect }) => effect === 'credited');
  const sum = (some: readonly Survey[]) => some.reduce((total, { cents }) => total + cents, 0);
  for (const { did, at, seconds } of credited) {
    expect(seconds).toBeGreaterThanOrEqual(STATED_MINUTES * 60 * FAST_SHARE);
    const ofDay = credited.filter((one) => {
      const age = at.getTime() - one.at.getTime();
      return one.did === did && age >= 0 && age < DAY_MS;
    });
    expect(ofDay.length).toBeLessThanOrEqual(3);
    expect(sum(ofDay)).toBeLessThanOrEqual(4000);
    const ofPartner = credited.filter((one) => southAfricanDate(one.at) === southAfricanDate(at));
    expect(sum(ofPartner)).toBeLessThanOrEqual(6000);
  }
}

describe('T11: abuse caps', () => {
  afterAll(async () => {
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('no sequence of completions exceeds them without a row in the review queue', async () => {
    const survey = fc.record({
      who: fc.nat(1),
      seconds: fc.constantFrom(0, 59, 60, 600),
      dollars: fc.constantFrom(1, 1, 1, 2, 3),
      hoursBefore: fc.constantFrom(0, 0, 0, 5, 25),
    });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(survey, { minLength: 4, maxLength: 24 }), async (steps) => {
        pass(3 * DAY_MS);
        const dids = [await registered(kit()), await registered(kit())];
        const before = (await pendingReview(kit().deps.database)).rewards;
        const surveys: Survey[] = [];
        for (const { who, seconds, dollars, hoursBefore } of steps) {
          pass(hoursBefore * HOUR_MS);
          surveys.push(await takeSurvey(dids[who] as string, seconds, dollars));
        }
        expectWithinRules(surveys);
        const withheld = surveys.filter(({ effect }) => WITHHELD.includes(effect));
        expect(surveys.filter(({ effect }) => effect === 'credited').length + withheld.length).toBe(surveys.length);
        expect((await pendingReview(kit().deps.database)).rewards - before).toBe(withheld.length);
        for (const { effect } of withheld) seen.add(effect);
      }),
      { numRuns: RUNS, seed: 20261115 },
    );
    expect([...seen].sort()).toEqual([...WITHHELD].sort());
  });

  it('a withheld higher price stays withheld on later days until two people decide, and then leaves the queue', async () => {
    pass(3 * DAY_MS);
    const did = await registered(kit());
    const { database } = kit().deps;
    const sessionId = await mintSession(kit(), did);
    pass(90_000);
    const pending = async () => (await wallet(kit(), did)).pending;
    const report = (outcome: 'reinstated' | 'complete', key: string, dollars: number) =>
      reportEvent(kit(), sessionId, {
        outcome,
        key: `${sessionId}:${key}`,
        usdMicros: BigInt(dollars) * 1_000_000n,
      });
    expect(await report('reinstated', 'first', 1)).toBe('credited');
    expect((await takeSurvey(did, 90, 3)).effect).toBe('credited');
    const before = await pending();
    expect(await report('complete', 'raised', 2)).toBe('over-daily-cap');
    const { rewards: waiting } = await pendingReview(database);
    pass(2 * DAY_MS);
    expect([await report('complete', 'repeated', 2), await pending()]).toEqual(['unchanged', before]);

    // Decided too late: the reward is released, and keeps its price.
    pass(30 * DAY_MS);
    await releaseDueRewards(database, kit().clock.now());
    const { rows } = await kit().db.query(
      "select id from partner_events where session_id = $1 and effect = 'over-daily-cap'",
      [sessionId],
    );
    const decided = await database.transaction((tx) =>
      recordDecision(tx, kit().config.pricing, rows[0].id, 'credited', kit().clock.now()),
    );
    expect([decided, (await wallet(kit(), did)).available]).toEqual(['unchanged', before]);
    expect((await pendingReview(database)).rewards).toBe(waiting - 1);
  });

  it('a withheld reward stays withheld until two people decide, whatever the partner repeats', async () => {
    pass(3 * DAY_MS);
    const did = await registered(kit());
    const { sessionId, effect } = await takeSurvey(did, 5, 1);
    expect(effect).toBe('too-fast');
    pass(2 * DAY_MS);
    const again = (outcome: 'reversed' | 'reinstated') =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${outcome}`, usdMicros: 1_000_000n });
    await again('reversed');
    expect(await again('reinstated')).toBe('unchanged');
    expect((await wallet(kit(), did)).pending).toBe(0);

    const { rows } = await kit().db.query(
      "select id from partner_events where session_id = $1 and effect = 'too-fast'",
      [sessionId],
    );
    const { database } = kit().deps;
    const decide = (decision: 'credited' | 'reversed') =>
      database.transaction((tx) => recordDecision(tx, kit().config.pricing, rows[0].id, decision, kit().clock.now()));
    const { rewards: waiting } = await pendingReview(database);
    expect(await decide('credited')).toBe('credited');
    expect((await wallet(kit(), did)).pending).toBe(900);
    expect((await pendingReview(database)).rewards).toBe(waiting - 1);
    expect(await effectsOf(sessionId)).not.toContain('too-fast');

    const refused = await takeSurvey(did, 5, 1);
    const { rows: events } = await kit().db.query('select id from partner_events where session_id = $1', [
      refused.sessionId,
    ]);
    await database.transaction((tx) =>
      recordDecision(tx, kit().config.pricing, events[0].id, 'reversed', kit().clock.now()),
    );
    expect((await wallet(kit(), did)).pending).toBe(900);
    expect((await pendingReview(database)).rewards).toBe(waiting - 1);
    kit().clock.set(NOW);
  });

  it('apply to a price that is corrected later, and two people decide about it', async () => {
    pass(300 * DAY_MS);
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    pass(600_000);
    const report = (outcome: 'reinstated' | 'complete', key: string, usdMicros: bigint) =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${key}`, usdMicros });
    expect(await report('reinstated', 'r', 50_000n)).toBe('credited');
    const small = (await wallet(kit(), did)).pending;
    expect(await report('complete', 'c', 999_000_000n)).toBe('over-daily-cap');
    expect((await wallet(kit(), did)).pending).toBe(small);
    await creditWithheld(sessionId);
    expect((await wallet(kit(), did)).pending).toBe(899_100);
    expect(await effectsOf(sessionId)).not.toContain('over-daily-cap');
  });

  it('apply to a price that comes with a reinstatement: the earlier amount is restored, and two people decide about the rest', async () => {
    pass(350 * DAY_MS);
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    pass(600_000);
    const report = (outcome: 'reinstated' | 'reversed' | 'complete', usdMicros: bigint | null = null) =>
      reportEvent(kit(), sessionId, { outcome, key: `${sessionId}:${outcome}`, ...(usdMicros && { usdMicros }) });
    expect(await report('reinstated', 50_000n)).toBe('credited');
    const { pending: small } = await wallet(kit(), did);
    expect(await report('reversed')).toBe('reversed');
    expect((await wallet(kit(), did)).pending).toBe(0);
    expect(await report('complete', 999_000_000n)).toBe('over-daily-cap');
    expect((await wallet(kit(), did)).pending).toBe(small);
    await creditWithheld(sessionId);
    expect((await wallet(kit(), did)).pending).toBe(899_100);
    expect(await effectsOf(sessionId)).not.toContain('over-daily-cap');
  });

  it('count a correction towards the partner’s daily credit', async () => {
    pass(400 * DAY_MS);
    const credited = async (usdMicros: bigint) => {
      const sessionId = await mintSession(kit(), await registered(kit()));
      pass(600_000);
      await reportEvent(kit(), sessionId, { outcome: 'reinstated', key: `${sessionId}:r`, usdMicros: 1_000_000n });
      return reportEvent(kit(), sessionId, { outcome: 'complete', key: `${sessionId}:c`, usdMicros });
    };
    // R36 of R60, then R36 more.
    expect(await credited(4_000_000n)).toBe('unchanged');
    expect(await credited(4_000_000n)).toBe('over-partner-cap');
  });
});
