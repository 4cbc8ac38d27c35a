/** Rounds of a measurement. A round in which the machine was busy with something else is discarded and repeated. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './statistics.ts';

/** The share of all cores that may be busy while this process waits. */
const MAX_BUSY_SHARE = 0.2;
/** How much longer the spin loop may take than its fastest run. */
const MAX_SPIN_RATIO = 1.25;
const SAMPLE_MS = 300;
/** A round's own work takes a moment to settle. */
const SETTLE_MS = 500;
const SPIN_STEPS = 4_000_000;

function spinMs(): number {
  const began = performance.now();
  let value = 1;
  for (let step = 0; step < SPIN_STEPS; step += 1) value = (value * 1_103_515_245 + 12_345) & 0x7fffffff;
  const took = performance.now() - began;
  return value === -1 ? 0 : took;
}

const medianSpinMs = () => median(Array.from({ length: 5 }, spinMs));

async function busyShare(): Promise<number> {
  const times = () => {
    const all = cpus().flatMap(({ times: each }) => Object.entries(each));
    const total = (names: (name: string) => boolean) =>
      all.filter(([name]) => names(name)).reduce((sum, [, ms]) => sum + ms, 0);
    return { idle: total((name) => name === 'idle'), all: total(() => true) };
  };
  const before = times();
  await sleep(SAMPLE_MS);
  const after = times();
  return 1 - (after.idle - before.idle) / Math.max(after.all - before.all, 1);
}

type CalmLimits = {
  /** How long to wait for a calm machine, for all rounds together. */
  readonly waitMs: number;
  /** How many rounds may be discarded in all before the rest is accepted anyway. */
  readonly discards: number;
};

/** One for a whole run: it knows the fastest spin loop, and counts discarded rounds. */
export class CalmRounds {
  private fastestSpinMs = Number.POSITIVE_INFINITY;
  private readonly limits: CalmLimits;
  private waitedMs = 0;
  private kept = 0;
  private discarded = 0;
  private keptBusy = 0;

  constructor(limits: CalmLimits) {
    this.limits = limits;
    for (let warmUp = 0; warmUp < 5; warmUp += 1) this.fastestSpinMs = Math.min(this.fastestSpinMs, medianSpinMs());
  }

  private async isCalm(): Promise<boolean> {
    const spin = medianSpinMs();
    this.fastestSpinMs = Math.min(this.fastestSpinMs, spin);
    return spin <= this.fastestSpinMs * MAX_SPIN_RATIO && (await busyShare()) <= MAX_BUSY_SHARE;
  }

  private async waitForCalm(): Promise<boolean> {
    for (;;) {
      if (await this.isCalm()) return true;
      if (this.waitedMs >= this.limits.waitMs) return false;
      this.waitedMs += 1000;
      await sleep(1000);
    }
  }

  /** Measures this many rounds. A round measures everything that is compared, one after the other. */
  async measure<Round>(count: number, round: (index: number) => Promise<Round>): Promise<Round[]> {
    const rounds: Round[] = [];
    while (rounds.length < count) {
      const wasCalm = await this.waitForCalm();
      const result = await round(rounds.length);
      await sleep(SETTLE_MS);
      const isCalm = wasCalm && (await this.isCalm());
      if (!isCalm && this.discarded < this.limits.discards) {
        this.discarded += 1;
        continue;
      }
      this.kept += 1;
      if (!isCalm) this.keptBusy += 1;
      rounds.push(result);
    }
    return rounds;
  }

  /** Describes the rounds in a sentence, and starts counting again. */
  summary(): string {
    const { kept, keptBusy, discarded } = this;
    Object.assign(this, { kept: 0, keptBusy: 0, discarded: 0, waitedMs: 0 });
    if (kept === 0) return 'Measured once.';
    const calm = keptBusy === 0 ? 'the machine was calm in all of them' : `the machine was busy in ${keptBusy} of them`;
    return `${kept} rounds, ${calm}; ${discarded} more were discarded because it was busy.`;
  }
}
