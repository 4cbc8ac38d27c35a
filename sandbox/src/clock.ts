/** Time as the sandbox has it: the real one, moved by an offset. Whoever lives in it asks for the offset. */
const HOUR = 3_600_000;

export type Clock = { offsetMs: number };

export const STEPS = { hour: '+1 hour', day: '+1 day', fortnight: '+14 days', quarter: '+3 months' } as const;
export type Step = keyof typeof STEPS;

export const nowOf = (clock: Clock): number => Date.now() + clock.offsetMs;

export function advance(clock: Clock, step: Step): void {
  const from = nowOf(clock);
  clock.offsetMs +=
    step === 'quarter' ? threeMonthsAfter(from) - from : { hour: 1, day: 24, fortnight: 336 }[step] * HOUR;
}

function threeMonthsAfter(from: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 3);
  // 30 November and three months is no 30 February: the last day of the month, not a day of the next.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** South African time, two hours ahead of UTC all year, as its companies write it. */
export const inSouthAfrica = (at: number): string =>
  new Date(at + 2 * HOUR).toISOString().replace(/\.\d{3}Z$/, '+02:00');
