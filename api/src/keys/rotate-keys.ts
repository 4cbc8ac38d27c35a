import { type CommandContext, recordCommand, type Subcommand } from '../console/command.ts';
import { OperatorError } from '../console/operation.ts';
import { proposalsToReseal } from '../console/proposal-secrets.ts';
import { existingPanelists } from '../identity/keys.ts';
import { messagesToReseal } from '../messages/reseal.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { EncryptionKeys } from '../platform/security/cipher.ts';
import type { Resealing } from '../platform/security/reseal.ts';
import { withdrawalsToReseal } from '../rewards/sealed-data.ts';

type KeyDependencies = Dependencies & { readonly config: { readonly encryptionKeys: EncryptionKeys } };

/**
 * Moves everything to the master key that seals, while the product serves calls. It can be stopped and run again at any time. A value that
 * can't be opened stops none of the others.
 */
async function rotateKeys(context: CommandContext<KeyDependencies>): Promise<void> {
  const { deps, print } = context;
  const { database, vault, config } = deps;
  await database.transaction((tx) => recordCommand(tx, context, { action: 'rotate-keys' }));
  const kinds: readonly (readonly [string, Resealing])[] = [
    ['keys of panelists', vault.panelistKeys.rewrapAll],
    ['messages', messagesToReseal(database, vault)],
    ['proposals', proposalsToReseal(database, vault)],
    ['withdrawals', withdrawalsToReseal(database, vault)],
  ];
  let failures = 0;
  for (const [what, reseal] of kinds) {
    const { count, failed } = await reseal((done) => context.progress(done, done));
    print(`${what.padEnd(17)} ${count} re-encrypted`);
    if (failed.length > 0) print(`${what.padEnd(17)} ${failed.length} can’t be opened: ${failed.join(', ')}`);
    failures += failed.length;
  }
  if (failures > 0) {
    context.alarm();
    print('Keep every key of ENCRYPTION_KEY until these values can be opened, or are gone.');
    return;
  }
  print(
    `Everything uses key ${config.encryptionKeys[0].id}. Copy the key store, then remove the older keys from ENCRYPTION_KEY. Keep them for as long as you keep older copies, which need them.`,
  );
}

/** Destroys keys without a panelist, which come from a restored key store or a failed registration. */
async function pruneKeys(context: CommandContext): Promise<void> {
  const { database, vault } = context.deps;
  const orphans: string[] = [];
  let total = 0;
  for await (const rows of vault.panelistKeys.withKeyOlderThanOneDay()) {
    const ids = rows.map(({ id }) => id);
    const existing = await existingPanelists(database, ids);
    orphans.push(...ids.filter((id) => !existing.has(id)));
    total += ids.length;
  }
  // With another panel's database, every panelist would seem to have left.
  if (orphans.length * 2 > total && total > 1)
    throw new OperatorError(
      `${orphans.length} of ${total} keys have no panelist. Do DATABASE_URL and KEYS_DATABASE_URL belong together? Nothing was destroyed.`,
    );
  await database.transaction((tx) => recordCommand(tx, context, { action: 'prune-keys' }));
  await vault.panelistKeys.destroy(orphans);
  context.print(`${orphans.length} of ${total} keys had no panelist and were destroyed.`);
}

export const keyCommands: readonly Subcommand<KeyDependencies>[] = [
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
