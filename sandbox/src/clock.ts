/** The sandbox's time: the real one plus an offset, which the panel reads too. */
const HOUR_MS = 3_600_000;

export type SandboxClock = {
  offsetMs: number;
  /** How often it was read since it was last moved. The panel reads it four times a second. */
  readings: number;
};

export const STEPS = { hour: '+1 hour', day: '+1 day', fortnight: '+14 days', quarter: '+3 months' } as const;
export type Step = keyof typeof STEPS;

export const nowOf = (clock: SandboxClock): number => Date.now() + clock.offsetMs;

export function advance(clock: SandboxClock, step: Step): void {
  const from = nowOf(clock);
  clock.offsetMs +=
    step === 'quarter' ? threeMonthsAfter(from) - from : { hour: 1, day: 24, fortnight: 336 }[step] * HOUR_MS;
}

function threeMonthsAfter(from: number): number {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 3);
  // Three months after 30 November is the last day of February, not 2 March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** A time in South Africa (UTC+2 all year), in ISO format. */
export const inSouthAfrica = (at: number): string =>
  new Date(at + 2 * HOUR_MS).toISOString().replace(/\.\d{3}Z$/, '+02:00');
