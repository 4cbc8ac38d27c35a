/** One batch of each of the worker's tasks, and an operator's sample, on a panel of any size. */

import { runSubcommand } from '../api/src/commands.ts';
import { readConfig } from '../api/src/config.ts';
import { inviteBatch } from '../api/src/invitations/due-surveys.ts';
import { sweepSessions } from '../api/src/partners/sessions.ts';
import { releaseDueRewards } from '../api/src/rewards/release.ts';
import { eraseDeliveredPins } from '../api/src/rewards/withdrawals.ts';
import { sampleCommands } from '../api/src/sampling/operations.ts';
import { createServices } from '../api/src/services.ts';
import { SAMPLE_LANGUAGE } from './calls.ts';
import { SECRETS } from './product.ts';

type Batch = { readonly name: string; readonly ms: number };
type Batches = { run(expected: number): Promise<Batch[]>; close(): Promise<void> };

export async function openBatches(databaseUrl: string): Promise<Batches> {
  const environment = { ...SECRETS, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
  const { deps, close } = await createServices(await readConfig(environment));
  const { database, clock } = deps;

  /** Runs `npm run panel -- sample`, and returns how many panelists it found. */
  async function sample(): Promise<number> {
    let printed = '';
    const options = { as: 'bench', age: '18-99', first_language: SAMPLE_LANGUAGE };
    const print = (line: string) => {
      printed = line;
    };
    const terminal = { print, prompt: async () => '', progress: () => undefined, alarm: () => undefined };
    for (const command of sampleCommands) await runSubcommand(command, deps, options, terminal);
    return Number.parseInt(printed, 10);
  }

  const tasks: Readonly<Record<string, (limit: number) => Promise<number>>> = {
    invitations: async (limit) => (await inviteBatch(deps, limit)).considered,
    releases: (limit) => releaseDueRewards(database, clock.now(), limit),
    'sweep of sessions': (limit) => sweepSessions(database, clock.now(), limit),
    'erasure of PINs': () => database.transaction((tx) => eraseDeliveredPins(tx, clock.now())),
    sample,
  };
  return {
    /** Each batch must find this many rows. */
    async run(expected) {
      const batches: Batch[] = [];
      for (const [name, task] of Object.entries(tasks)) {
        const began = performance.now();
        const found = await task(expected);
        const ms = performance.now() - began;
        if (found !== expected) throw new Error(`${name} found ${found} instead of ${expected}`);
        batches.push({ name, ms });
      }
      return batches;
    },
    close,
  };
}
