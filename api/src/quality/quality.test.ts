/** The quality score of panelists: recomputed by the worker, explained on the card, contested, exported and erased. */
import { addMs, DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { FORM_SECONDS_HEADER } from '@panel/domain/quality/speed';
import { beforeEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, newDid, registered, send } from '../../test/kit.ts';
import { useConsole } from '../console/console.testing.ts';
import { copyOf, getWith, unlock } from '../panelists/your-data.testing.ts';
import { ItemsFailed } from '../platform/failed-items.ts';
import { complete, mintSession, reportEvent } from '../rewards/rewards.testing.ts';
import { qualityScorer } from './score-panel.ts';

const { kit, signIn } = useConsole();
beforeEach(() => kit().clock.set(NOW));

/** The worker's task, this many days later, as after a start. */
async function score(days = 0): Promise<number> {
  kit().clock.set(addMs(NOW, days * DAY_MS));
  return qualityScorer(kit().depsAs('worker'))();
}
const scoreOf = async (did: string) =>
  (
    await kit().db.query('select score, signals, scored_at from quality_scores where panelist_id = $1', [
      await idOf(kit(), did),
    ])
  ).rows[0];

const APPLIANCES = { microwave: 15, kitchenSink: 16, homeSecurity: 17, flushToilet: 23, motorVehicle: 24 };
type Registration = {
  questionnaire_response: { lsm_appliances: number[]; sem_household_items: Record<string, boolean> };
};

/** A panelist whose tick list says the opposite of the yes and no questions, in this many of the items. */
async function contradictory(items: number): Promise<string> {
  const did = newDid();
  const payload = goldenFor('registration', did) as Record<string, unknown> & Registration;
  const home = payload.questionnaire_response;
  home.lsm_appliances = [APPLIANCES.kitchenSink, APPLIANCES.homeSecurity, APPLIANCES.microwave].slice(0, items);
  home.sem_household_items = {
    kitchen_sink: false,
    flush_toilet: false,
    home_security: false,
    microwave: false,
    motor_car: false,
  };
  await send(kit(), 'POST', api.register, payload);
  return did;
}

async function cardOf(did: string) {
  const support = await signIn('support-1', 'support');
  const { card } = (await support.operate('open-card', { did, reason: 'asked by chat' })).json();
  return { support, card, person: (await support.page(`people?card=${card}`)).card };
}

describe('a quality score', () => {
  it('is 100 for a panelist whose answers agree, and changes nothing for them', async () => {
    const did = await contradictory(0);
    const quarterly = goldenFor('quarterly', did) as { profiling: Record<string, unknown> };
    quarterly.profiling.vehicle_ownership = 'No';
    await send(kit(), 'PUT', api.profiling('quarterly'), quarterly);
    await complete(kit(), did, 900);
    const before = (await send(kit(), 'GET', api.registrationCheck(did))).body;
    await score();
    const { score: value, signals } = await scoreOf(did);
    expect(value).toBe(100);
    expect(signals.map(({ against }: { against: number }) => against)).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await send(kit(), 'GET', api.registrationCheck(did))).body).toBe(before);
  });

  it('falls with answers that disagree; one is forgiven', async () => {
    const [none, one, two, three] = [0, 1, 2, 3].map(contradictory);
    await Promise.all([none, one, two, three]);
    await score();
    const scores = await Promise.all(
      [none, one, two, three].map(async (did) => (await scoreOf((await did) as string)).score),
    );
    expect(scores).toEqual([100, 100, 78, 55]);
  });

  it('says on the card which rules were broken, and never which answer was given', async () => {
    const did = await contradictory(3);
    await score();
    const { person } = await cardOf(did);
    expect(person.quality).toMatchObject({ score: 55 });
    const [contradictions] = person.quality.signals;
    expect(contradictions).toMatchObject({
      label: 'Answers that disagree',
      value: expect.stringMatching(/^3 of \d+ checks$/),
      points: 0,
      weight: 45,
      leftOutUntil: null,
    });
    expect(contradictions.reasons).toHaveLength(3);
    expect(contradictions.reasons).toContainEqual(expect.stringContaining('“Built-in kitchen sink”'));
  });

  it('notices another date of birth without reading it', async () => {
    const did = await contradictory(0);
    const rules = async () => (await scoreOf(did)).signals[0].rules;
    const enter = (dob: string) => send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: did, dob } });
    await enter('1990-01-01');
    await score();
    expect(await rules()).toEqual({});
    kit().clock.set(addMs(NOW, DAY_MS));
    await enter('1991-02-02');
    await score(2);
    expect(await rules()).toEqual({});
    kit().clock.set(addMs(NOW, 3 * DAY_MS));
    await enter('1992-03-03');
    await score(4);
    expect(await rules()).toEqual({ 'another-date-of-birth': 1 });
    expect((await scoreOf(did)).signals[0].against).toBe(0.5);
    expect(JSON.stringify((await scoreOf(did)).signals)).not.toMatch(/199[0-2]/);
  });

  it('counts fast surveys, fast forms, reversals and events that contradict each other', async () => {
    const did = await registered(kit());
    await kit().app.inject({
      method: 'PUT',
      url: api.profiling('quarterly'),
      payload: goldenFor('quarterly', did),
      headers: { [FORM_SECONDS_HEADER]: '3' },
    });
    for (let n = 0; n < 4; n += 1) {
      const session = await mintSession(kit(), did);
      await kit().db.query('update survey_sessions set stated_minutes = 12 where id = $1', [session]);
      const event = { outcome: 'complete', key: `${session}:c`, usdMicros: 1_000_000n } as const;
      await reportEvent(kit(), session, event, addMs(NOW, 60_000));
      for (const usdMicros of [2_000_000n, 2_000_000n, 3_000_000n])
        await reportEvent(kit(), session, { ...event, usdMicros });
      if (n < 3) await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    }
    await score(1);
    const { signals } = await scoreOf(did);
    const counts = Object.fromEntries(
      signals.map(({ signal, against, of }: { signal: string; against: number; of: number }) => [
        signal,
        [against, of],
      ]),
    );
    expect(counts).toMatchObject({
      'fast-forms': [1, 1],
      'fast-surveys': [4, 4],
      reversals: [3, 4],
      quarantined: [8, 4],
    });
  });
});

describe('the worker', () => {
  it('scores again after news, and after 30 days without', async () => {
    const quiet = await registered(kit());
    const judged = await registered(kit());
    const session = await complete(kit(), judged, 900);
    await score();
    expect(await score()).toBe(0);
    kit().clock.set(addMs(NOW, DAY_MS));
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    expect(await score(2)).toBe(1);
    expect(
      (await scoreOf(judged)).signals.find(({ signal }: { signal: string }) => signal === 'reversals').against,
    ).toBe(1);
    expect((await scoreOf(quiet)).scored_at).toEqual(NOW);
    await score(31);
    expect((await scoreOf(quiet)).scored_at).toEqual(addMs(NOW, 31 * DAY_MS));
  });

  it('scores all others if one can’t be scored, who is tried again later', async () => {
    await kit().db.query('delete from panelists');
    const [faulty, other] = [await registered(kit()), await registered(kit())];
    await kit().db.query(`update submissions set answers = 'null' where panelist_id = $1`, [await idOf(kit(), faulty)]);
    await expect(score()).rejects.toThrow(ItemsFailed);
    expect((await scoreOf(other)).scored_at).toEqual(NOW);
    expect((await scoreOf(faulty)).scored_at).toBeNull();
    expect(await score()).toBe(0);
    await kit().db.query(`update submissions set answers = '{}' where answers = 'null'`);
    expect(await score(1)).toBe(1);
  });

  it('reads only the latest forms of a panelist who sent very many', async () => {
    const did = await registered(kit());
    await kit().db.query(
      `insert into submissions (panelist_id, questionnaire, version, answers, digest, submitted_at, form_seconds)
       select panelist_id, questionnaire, version, answers, digest, submitted_at, 3
       from submissions, generate_series(1, 150) where panelist_id = $1`,
      [await idOf(kit(), did)],
    );
    await score();
    expect((await scoreOf(did)).signals.find(({ signal }: { signal: string }) => signal === 'fast-forms').of).toBe(100);
  });

  it('scores in batches, and a deleted profile has no score', async () => {
    await kit().db.query('delete from quality_scores');
    const did = await registered(kit());
    await score();
    const id = await idOf(kit(), did);
    await send(kit(), 'DELETE', api.deleteProfile(did));
    const { rows } = await kit().db.query('select from quality_scores where panelist_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a contested signal', () => {
  it('is left out if two people agree, and what is seen later counts again', async () => {
    const did = await contradictory(3);
    await score();
    const { support, card } = await cardOf(did);
    const asked = { panelist: card, signal: 'contradictions', reason: 'shared phone' };
    const { proposal } = (await support.operate('leave-out-signal', asked)).json();
    expect((await scoreOf(did)).score).toBe(55);
    expect((await support.approve(proposal)).statusCode).not.toBe(200);
    const second = await signIn('support-2', 'support');
    expect((await second.approve(proposal)).statusCode).toBe(200);
    const { score: value } = await scoreOf(did);
    expect(value).toBeNull();
    const { person } = await cardOf(did);
    expect(person.quality.signals[0]).toMatchObject({
      value: 'Nothing seen yet',
      leftOutUntil: expect.stringContaining('2026-11-15'),
    });
    const { rows } = await kit().db.query(
      "select reason from audit where operation = 'leave-out-signal' and step = 'done' and inputs ->> 'signal' = 'contradictions'",
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('is refused if it takes no points', async () => {
    const did = await registered(kit());
    await score();
    const { support, card } = await cardOf(did);
    const refused = await support.operate('leave-out-signal', { panelist: card, signal: 'disputes', reason: 'asked' });
    expect(refused.body).toContain('This signal takes no points from the score.');
  });
});

it('a panelist’s own copy has the score, says what it is for and how to contest it', async () => {
  const did = await contradictory(3);
  await score();
  const cookie = await unlock(kit(), did);
  const { body: text } = await getWith(kit(), copyOf(did, 'text'), cookie);
  expect(text).toContain('If you think that it is wrong, ask us, and two people decide.');
  expect(text).toContain('score: 55');
  expect(text).toContain('signal: contradictions');
});
