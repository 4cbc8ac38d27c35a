/** A completion is compared with the survey's own length. */
import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, useKit } from '../../test/kit.ts';
import { pendingReview } from '../monitoring/pending-review.ts';
import { mintSession, reportEvent, wallet } from '../rewards/rewards.testing.ts';
import { recordEvent } from './callbacks.ts';
import { countSurveys } from './survey-counts.ts';

const kit = useKit({ FAST_SURVEYS: 'review', DAILY_CAP_RAND: '100000', DAILY_COMPLETIONS: '0' });
beforeEach(() => kit().clock.set(NOW));

/** Completes a survey this long after it was opened. */
async function take(
  surveyId: string,
  minutes: number,
  {
    did = '',
    statedMinutes = null as number | null,
    returnedAfter = null as number | null,
    lengthSeconds = undefined as number | undefined,
  } = {},
) {
  const by = did || (await registered(kit()));
  const sessionId = await mintSession(kit(), by);
  const after = (span: number) => new Date(kit().clock.now().getTime() + span * MINUTE_MS);
  await kit().db.query('update survey_sessions set stated_minutes = $2, returned_at = $3 where id = $1', [
    sessionId,
    statedMinutes,
    returnedAfter && after(returnedAfter),
  ]);
  const event = { outcome: 'complete', key: `${sessionId}:c`, usdMicros: 1_000_000n, surveyId, lengthSeconds } as const;
  const effect = await reportEvent(kit(), sessionId, event, after(minutes));
  const { rows } = await kit().db.query('select is_fast from survey_sessions where id = $1', [sessionId]);
  return { sessionId, effect, isFast: rows[0].is_fast as boolean | null, did: by };
}
const lengthOf = async (sessionId: string): Promise<number> =>
  (await kit().db.query('select length_seconds::int as length from survey_sessions where id = $1', [sessionId])).rows[0]
    .length;
const count = (days: number) => countSurveys(kit().deps.database, new Date(NOW.getTime() + days * DAY_MS));

describe('T11: a fast completion', () => {
  it('is one in less than a third of the median of at least ten, and waits for two people', async () => {
    for (let n = 0; n < 9; n += 1) await take('a', 12);
    await count(1);
    expect(await take('a', 1)).toMatchObject({ effect: 'credited', isFast: null });
    expect(await count(1)).toBe(0);
    expect(await count(2)).toBeGreaterThan(0);
    const before = (await pendingReview(kit().deps.database)).rewards;
    expect(await take('a', 4)).toMatchObject({ effect: 'credited', isFast: false });
    const fast = await take('a', 3.9);
    expect(fast).toMatchObject({ effect: 'too-fast', isFast: true });
    expect((await wallet(kit(), fast.did)).pending).toBe(0);
    expect((await pendingReview(kit().deps.database)).rewards).toBe(before + 1);
    expect(await take('another', 0.1)).toMatchObject({ effect: 'credited', isFast: null });
  });

  it('of a survey with fewer completes is measured by the length that the partner stated', async () => {
    expect(await take('b', 2.9, { statedMinutes: 9 })).toMatchObject({ effect: 'too-fast', isFast: true });
    expect(await take('b', 3, { statedMinutes: 9 })).toMatchObject({ effect: 'credited', isFast: false });
  });

  it('doesn’t shorten the median, so a farm can’t make itself look usual', async () => {
    for (let n = 0; n < 10; n += 1) await take('c', 12);
    await count(3);
    for (let n = 0; n < 12; n += 1) expect((await take('c', 0.5)).effect).toBe('too-fast');
    await count(4);
    const { rows } = await kit().db.query("select median_seconds from survey_lengths where survey_id = 'c'");
    expect(rows).toEqual([{ median_seconds: 720 }]);
  });

  it('is judged by the length that is stored: until the browser’s return, and never longer than since the entry', async () => {
    const { sessionId } = await take('d', 12, { statedMinutes: 9, lengthSeconds: 3 * 60 * 60 });
    expect(await lengthOf(sessionId)).toBe(12 * 60);
    const late = await take('d', 24 * 60, { statedMinutes: 9, returnedAfter: 2 });
    expect(late).toMatchObject({ effect: 'too-fast', isFast: true });
    expect(await lengthOf(late.sessionId)).toBe(2 * 60);
  });

  it('is also one that the partner reports as short, however late the callback comes', async () => {
    const did = await registered(kit());
    const sessionId = await mintSession(kit(), did);
    await kit().db.query('update survey_sessions set stated_minutes = 9 where id = $1', [sessionId]);
    const event = {
      sessionId,
      outcome: 'complete',
      dedupeKey: sessionId,
      rawCode: '21',
      usdMicros: 1_000_000n,
    } as const;
    const at = new Date(NOW.getTime() + DAY_MS);
    const incoming = {
      partner: 'purespectrum',
      event: { ...event, lengthSeconds: 60 },
      channel: 'callback',
      at,
    } as const;
    expect(await recordEvent(kit().deps.database, kit().config.pricing, incoming)).toMatchObject({
      effect: 'too-fast',
    });
  });
});
