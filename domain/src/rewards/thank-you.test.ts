import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { deservesThankYou, fitsBudget, type ScreenOut, type ThankYouRules } from './thank-you.ts';

const RULES: ThankYouRules = { amount: 50n, minMinutes: 5, perDay: 2, monthlyBudget: 10_000n };
const LATE: ScreenOut = { minutes: 6, isThanked: false, thankedToday: 0 };

describe('a thank-you', () => {
  it.each<[string, Partial<ScreenOut>, Partial<ThankYouRules>, boolean]>([
    ['a screen-out after 6 minutes', {}, {}, true],
    ['a screen-out after 5 minutes', { minutes: 5 }, {}, true],
    ['a screen-out after 4 minutes', { minutes: 4 }, {}, false],
    ['a screen-out whose length isn’t known', { minutes: null }, {}, false],
    ['a session that was thanked for before', { isThanked: true }, {}, false],
    ['the second one of a day', { thankedToday: 1 }, {}, true],
    ['the third one of a day', { thankedToday: 2 }, {}, false],
    ['a screen-out while thank-yous are off', {}, { amount: 0n }, false],
    ['a screen-out with a limit of none a day', {}, { perDay: 0 }, false],
  ])('for %s', (_, session, rules, deserved) => {
    expect(deservesThankYou({ ...RULES, ...rules }, { ...LATE, ...session })).toBe(deserved);
  });

  it.each([
    [0n, true],
    [9_950n, true],
    [9_951n, false],
    [10_000n, false],
  ])('with %d cents of R100 spent this month', (spent, fits) => {
    expect(fitsBudget(RULES, spent)).toBe(fits);
  });
});

it('T11: a farm that fails on purpose earns no more than its caps in 10,000 days', () => {
  const DAYS_PER_MONTH = 30;
  const MEMBERS = 8;
  const random = seededRandom(20_261_118);
  let [earned, spentThisMonth, mostInADay, mostInAMonth] = [0n, 0n, 0, 0n];
  for (let day = 0; day < 10_000; day += 1) {
    if (day % DAYS_PER_MONTH === 0) spentThisMonth = 0n;
    for (let member = 0; member < MEMBERS; member += 1) {
      let thankedToday = 0;
      // Each visit waits as long as it takes, and the partner may report it more than once.
      for (let visit = Math.floor(random() * 6); visit >= 0; visit -= 1) {
        const minutes = Math.floor(random() * 30);
        let isThanked = false;
        for (let report = 0; report < 2; report += 1) {
          if (!deservesThankYou(RULES, { ...LATE, minutes, isThanked, thankedToday })) continue;
          if (!fitsBudget(RULES, spentThisMonth)) continue;
          isThanked = true;
          thankedToday += 1;
          spentThisMonth += RULES.amount;
          earned += RULES.amount;
        }
      }
      mostInADay = Math.max(mostInADay, thankedToday);
    }
    if (spentThisMonth > mostInAMonth) mostInAMonth = spentThisMonth;
  }
  // It reaches both caps, and passes neither.
  expect([mostInADay, mostInAMonth]).toEqual([RULES.perDay, RULES.monthlyBudget]);
  const months = BigInt(Math.ceil(10_000 / DAYS_PER_MONTH));
  expect(earned).toBeLessThanOrEqual(months * RULES.monthlyBudget);
});
