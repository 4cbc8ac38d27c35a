import { DAY_MS } from '@panel/domain/durations';
import { expect, it } from 'vitest';
import { check, NOW, registered, useKit } from '../../test/kit.ts';
import { complete } from '../rewards/rewards.testing.ts';
import { countSurveys } from './survey-counts.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });

it('the usual reward and length of a partner’s surveys are shown after 30 completions in 30 days, and updated daily', async () => {
  const did = await registered(kit());
  const estimates = async () => (await check(kit(), did)).survey_estimates;
  const completed = async (count: number, cents: number, daysAgo = 0) => {
    kit().clock.set(new Date(NOW.getTime() - daysAgo * DAY_MS));
    for (let made = 0; made < count; made += 1)
      await complete(kit(), did, cents, { at: new Date(kit().clock.now().getTime() + 12 * 60_000) });
    kit().clock.set(NOW);
  };
  const countOn = (days: number) => countSurveys(kit().deps.database, new Date(NOW.getTime() + days * DAY_MS));
  await completed(20, 90_000, 40);
  await completed(10, 900, 2);
  await completed(19, 1400, 1);
  expect(await countOn(0)).toBeGreaterThan(0);
  expect(await estimates()).toBeUndefined();
  await completed(1, 1400, 1);
  expect(await countOn(0)).toBe(0);
  expect(await estimates()).toBeUndefined();
  expect(await countOn(1)).toBeGreaterThan(0);
  expect(await estimates()).toEqual({ purespectrum: 'usually R9–R14, about 12 minutes' });
  expect(await countOn(60)).toBeGreaterThan(0);
  expect(await estimates()).toBeUndefined();
});
