import { resealDids } from '../identity/keys.ts';
import { resealMessages } from '../messages/reseal.ts';
import { resealAnswers, resealSubmissions } from '../profiling/reseal.ts';
import { resealWithdrawals } from '../rewards/reseal.ts';
import { recordAudit } from './audit.ts';
import type { Context, Subcommand } from './command.ts';

/** Runs batches until one finds nothing. Returns the number of rows they found. */
async function runBatches(batch: () => Promise<number>, report: (done: number) => void): Promise<number> {
  let total = 0;
  for (let found = await batch(); found > 0; found = await batch()) {
    total += found;
    report(total);
  }
  return total;
}

/**
 * Moves everything to the newest master key. Each batch is done or not, so it can be stopped and run again at any time,
 * while the product serves calls.
 */
async function rotateKeys(context: Context): Promise<void> {
  const { deps, print } = context;
  const { database, vault, config } = deps;
  await database.transaction((tx) =>
    recordAudit(tx, { at: deps.clock.now(), actor: context.operator.account, command: 'keys rotate' }),
  );
  const batches = [
    ['keys of panelists', () => vault.panelistKeys.rewrapBatch()],
    ['devices of panelists', () => resealDids(database, vault)],
    ['answers', () => resealAnswers(database, vault)],
    ['submissions', () => resealSubmissions(database, vault)],
    ['messages', () => resealMessages(database, vault, config.encryptionKeys)],
    ['withdrawals', () => resealWithdrawals(database, vault, config.encryptionKeys)],
  ] as const;
  for (const [what, batch] of batches) {
    const count = await runBatches(batch, (done) => context.progress(done, done));
    print(`${what.padEnd(21)} ${count} moved`);
  }
  print(`Everything is on key ${config.encryptionKeys[0].id}. The older keys can be taken out of ENCRYPTION_KEY.`);
}

export const keyCommands: readonly Subcommand[] = [
  {
    name: 'keys rotate',
    description:
      'Moves everything to the newest key of ENCRYPTION_KEY, which every process must have. Can be repeated.',
    run: rotateKeys,
  },
];
