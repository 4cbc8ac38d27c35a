import type { AppDependencies } from '../dependencies.ts';
import { existingPanelists, resealDids } from '../identity/keys.ts';
import { resealMessages } from '../messages/reseal.ts';
import { sql } from '../platform/database.ts';
import { resealAnswers, resealSubmissions } from '../profiling/reseal.ts';
import { resealWithdrawals } from '../rewards/reseal.ts';
import { type Context, recordCommand, type Subcommand } from './command.ts';
import { OperatorError } from './operation.ts';
import { sealLabel } from './proposal-secrets.ts';

/** Runs batches until one finds no rows. Returns the number of rows found. */
async function runBatches(batch: () => Promise<number>, report: (done: number) => void): Promise<number> {
  let total = 0;
  for (let found = await batch(); found > 0; found = await batch()) {
    total += found;
    report(total);
  }
  return total;
}

type SealedProposal = {
  readonly id: string;
  readonly operation: string;
  readonly proposedAt: Date;
  readonly secrets: Buffer;
};

/** Re-encrypts the secrets of up to 200 open proposals with the newest master key. Returns the number found. */
async function resealProposals({ database, vault, config }: AppDependencies): Promise<number> {
  const [, ...older] = config.encryptionKeys;
  const rows = await database.many<SealedProposal>(sql`
    select id, operation, proposed_at as "proposedAt", secrets from proposals
    where state = 'open' and substring(secrets from 2 for 1) = any(${older.map(({ id }) => Buffer.from([id]))}::bytea[])
    order by id limit 200`);
  const resealed = rows.map(({ operation, proposedAt, secrets }) => {
    const label = sealLabel(operation, proposedAt);
    return vault.seal(label, vault.open(label, secrets));
  });
  await database.write(sql`
    update proposals p set secrets = r.secrets
    from unnest(${rows.map((row) => row.id)}::bigint[], ${resealed}::bytea[]) as r (id, secrets)
    where p.id = r.id and p.state = 'open'`);
  return rows.length;
}

/** Re-encrypts everything with the newest master key. Can be stopped and repeated at any time, while the product runs. */
async function rotateKeys(context: Context): Promise<void> {
  const { deps, print } = context;
  const { database, vault, config } = deps;
  await database.transaction((tx) => recordCommand(tx, context, { command: 'keys rotate' }));
  const batches = [
    ['keys of panelists', () => vault.panelistKeys.rewrapBatch()],
    ['devices of panelists', () => resealDids(database, vault)],
    ['answers', () => resealAnswers(database, vault)],
    ['submissions', () => resealSubmissions(database, vault)],
    ['messages', () => resealMessages(database, vault, config.encryptionKeys)],
    ['proposals', () => resealProposals(deps)],
    ['withdrawals', () => resealWithdrawals(database, vault, config.encryptionKeys)],
  ] as const;
  for (const [what, batch] of batches) {
    const count = await runBatches(batch, (done) => context.progress(done, done));
    print(`${what.padEnd(21)} ${count} re-encrypted`);
  }
  print(
    `Everything uses key ${config.encryptionKeys[0].id}. Copy the key store, then remove the older keys from ENCRYPTION_KEY. Keep them for as long as you keep older copies, which need them.`,
  );
}

/** Destroys keys without a panelist, which come from a restored key store or a failed registration. */
async function pruneKeys(context: Context): Promise<void> {
  const { database, vault } = context.deps;
  const orphans: string[] = [];
  let total = 0;
  for await (const ids of vault.panelistKeys.idsOlderThanOneDay()) {
    const existing = await existingPanelists(database, ids);
    orphans.push(...ids.filter((id) => !existing.has(id)));
    total += ids.length;
  }
  // With another panel's database, every panelist would seem to have left.
  if (orphans.length * 2 > total && total > 1)
    throw new OperatorError(
      `${orphans.length} of ${total} keys have no panelist. Do DATABASE_URL and KEYS_DATABASE_URL belong together? Nothing was destroyed.`,
    );
  await database.transaction((tx) => recordCommand(tx, context, { command: 'keys prune' }));
  await vault.panelistKeys.destroy(orphans);
  context.print(`${orphans.length} of ${total} keys had no panelist and were destroyed.`);
}

export const keyCommands: readonly Subcommand[] = [
  {
    name: 'keys rotate',
    description:
      'Re-encrypts everything with the first key of ENCRYPTION_KEY, which must come first for every process. Can be repeated.',
    roles: ['finance'],
    run: rotateKeys,
  },
  {
    name: 'keys prune',
    description: 'Destroys keys that belong to no panelist, after a copy of the key store was restored.',
    roles: ['finance'],
    run: pruneKeys,
  },
];
