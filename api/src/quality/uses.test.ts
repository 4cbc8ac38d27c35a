/** Where operators use the score: to choose a sample, and beside what they have to decide. */
import type { NarrowingStep } from '@panel/domain/console/sample-page';
import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, NOW, registered } from '../../test/kit.ts';
import { useConsole } from '../console/console.testing.ts';
import { recordEvent } from '../partners/callbacks.ts';
import { mintSession, withdrawing } from '../rewards/rewards.testing.ts';
import { readRules } from '../sampling/rules.ts';

const { kit, signIn } = useConsole();
let people: Record<'good' | 'low' | 'unseen' | 'unscored', string>;

const setScore = async (did: string, score: number | null) =>
  kit().db.query(`insert into quality_scores (panelist_id, score, scored_at, due_at) values ($1, $2, $3, $3)`, [
    await idOf(kit(), did),
    score,
    NOW,
  ]);

beforeAll(async () => {
  const [good, low, unseen, unscored] = [
    await registered(kit()),
    await registered(kit()),
    await registered(kit()),
    await registered(kit()),
  ];
  people = { good, low, unseen, unscored };
  await setScore(good, 60);
  await setScore(low, 59);
  await setScore(unseen, null);
});

describe('a sample by quality', () => {
  const QUERY = 'qualityFrom=60&ageFrom=18&finishedWanted=10&finishPercent=100';

  it('leaves out people with a lower score, and keeps those without one', async () => {
    const fieldwork = await signIn('fieldwork-1', 'fieldwork');
    const stepsOf = async (query: string): Promise<[string, number][]> =>
      (await fieldwork.page(`sample?${query}`)).narrowing.map(({ label, people: left }: NarrowingStep) => [
        label,
        left,
      ]);
    expect(await stepsOf(QUERY)).toEqual([
      ['On the panel', 4],
      ['Age 18 to 120', 4],
      ['Quality 60 or more, or no score yet', 3],
      ['Opted in and active in 12 months', 3],
      ['Fewer than 3 contacts this week', 3],
    ]);
    expect((await stepsOf(QUERY.replace('qualityFrom=60&', ''))).at(-1)?.[1]).toBe(4);
    const drawn = await fieldwork.operate('draw-sample', {
      sample: `${QUERY}&seed=1`,
      task: 'careful',
      study: `${kit().config.studies.origins[0]}/study/x`,
    });
    expect([drawn.statusCode, drawn.body]).toEqual([200, expect.any(String)]);
    const { rows } = await kit().db.query("select panelist_id as id from task_invitations where task = 'careful'");
    const ids = await Promise.all([people.good, people.unseen, people.unscored].map((did) => idOf(kit(), did)));
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('has the rule in words', async () => {
    expect(await readRules(kit().deps, 'qualityFrom=60', NOW)).toEqual([
      { label: 'Quality', value: '60 or more, or no score yet' },
    ]);
    expect(await readRules(kit().deps, 'qualityFrom=101', NOW)).toBeNull();
  });
});

it('the review queue shows the score beside each withheld reward and payout', async () => {
  const sessionId = await mintSession(kit(), people.low);
  const event = { sessionId, outcome: 'complete', dedupeKey: sessionId, rawCode: '21', usdMicros: 3_000_000n } as const;
  const rules = { ...kit().config.pricing, dailyCapCents: 100n };
  await recordEvent(kit().deps.database, rules, { partner: 'purespectrum', event, channel: 'callback', at: NOW });
  const did = await withdrawing(kit());
  await kit().db.query("update withdrawals set state = 'needs-review'");
  const { withheldRewards, needsReview } = await (await signIn('finance-1', 'finance')).page('money');
  expect(withheldRewards).toMatchObject([{ quality: 59 }]);
  expect(needsReview).toMatchObject([{ quality: null }]);
  await setScore(did, 88);
  expect((await (await signIn('finance-1', 'finance')).page('money')).needsReview).toMatchObject([{ quality: 88 }]);
});
