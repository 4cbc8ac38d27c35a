/** Rounds of a measurement. A round is repeated if the machine was busy with something else. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sum } from './statistics.ts';

/** The share of all cores that may be busy while this process waits. */
const MAX_BUSY_SHARE = 0.2;
const SAMPLE_MS = 300;
/** A round's own work takes a moment to settle. */
const SETTLE_MS = 500;

async function isCalm(): Promise<boolean> {
  const idleMs = () => sum(cpus().map(({ times }) => times.idle));
  const [before, began] = [idleMs(), performance.now()];
  await sleep(SAMPLE_MS);
  return idleMs() - before >= (1 - MAX_BUSY_SHARE) * cpus().length * (performance.now() - began);
}

type CalmLimits = {
  /** How long to wait for a calm machine, for all rounds together. */
  readonly waitMs: number;
  /** How many rounds may be discarded in all before the rest is accepted anyway. */
  readonly discards: number;
};

/** One for a whole run: it counts discarded rounds. */
export class CalmRounds {
  private readonly limits: CalmLimits;
  private waitedMs = 0;
  private kept = 0;
  private discarded = 0;
  private keptBusy = 0;

  constructor(limits: CalmLimits) {
    this.limits = limits;
  }

  private async waitForCalm(): Promise<boolean> {
    for (;;) {
      if (await isCalm()) return true;
      if (this.waitedMs >= this.limits.waitMs) return false;
      this.waitedMs += 1000;
      await sleep(1000);
    }
  }

  /** Measures this many rounds. A round measures everything that is compared, one after the other. */
  async measure<Round>(count: number, round: () => Promise<Round>): Promise<Round[]> {
    const rounds: Round[] = [];
    while (rounds.length < count) {
      const wasCalm = await this.waitForCalm();
      const result = await round();
      await sleep(SETTLE_MS);
      const stayedCalm = wasCalm && (await isCalm());
      if (!stayedCalm && this.discarded < this.limits.discards) {
        this.discarded += 1;
        continue;
      }
      this.kept += 1;
      if (!stayedCalm) this.keptBusy += 1;
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
