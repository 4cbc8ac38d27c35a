import { existsSync } from 'node:fs';
import { southAfricanDate } from '@panel/domain/calendar';
import pg from 'pg';
import {
  type CommandContext,
  type CommandOption,
  recordCommand,
  requireOption,
  type Subcommand,
} from '../console/command.ts';
import { OperatorError } from '../console/operation.ts';
import { countPanelists, type KeylessPanelist, panelistsWithoutKey } from '../identity/keys.ts';
import { deleteProfile } from '../panelists/delete.ts';
import { checkKeys, type Keys } from '../platform/database/key-checks.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { ConfigError } from '../platform/settings.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { freezePayouts, freezeRestoredPayouts, survivedUntil } from '../rewards/payout-freezes.ts';
import { isInUse, loadDump, readHeader, writeDump } from './dump.ts';

async function backUp(context: CommandContext): Promise<void> {
  const { deps, print } = context;
  const file = requireOption(context, 'file');
  if (existsSync(file)) throw new OperatorError(`${file} already exists.`);
  await deps.database.transaction((tx) => recordCommand(tx, context, { action: 'backup' }));
  await writeDump(deps.database, file, deps.clock.now());
  print(
    `Written to ${file}. It contains no keys: back up the key store separately, and keep no copy of the key store for more than seven days.`,
  );
}

/** Recreates the backup's schema in an empty database, loads the rows and applies newer migrations. Returns when it was taken. */
async function load(ownerUrl: string, file: string): Promise<Date> {
  const { migration, takenAt } = await readHeader(file);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (await isInUse(client))
      throw new OperatorError(
        'The database is not empty. Restore into a new one, or use restore finish if a restore into this one was interrupted.',
      );
    await client.query('drop schema public cascade; create schema public');
    await migrate(ownerUrl, 'panel', { upTo: migration });
    await loadDump(client, file, () => freezeRestoredPayouts(client));
    await migrate(ownerUrl);
    await client.query('analyze');
    return new Date(takenAt);
  } finally {
    await client.end();
  }
}

const NOTHING_DELETED = 'No profile was deleted, and payouts are frozen.';

/** Deletes the panelists who left after the backup, who no longer have a key. Returns the number deleted. */
async function deleteLeavers({ deps, options }: CommandContext): Promise<number> {
  const { database, vault, clock } = deps;
  const total = await countPanelists(database);
  const leavers: KeylessPanelist[] = [];
  for await (const some of panelistsWithoutKey(database, vault)) leavers.push(...some);
  // With the wrong key store, every panelist would seem to have left.
  if (leavers.length * 2 > total && total > 1)
    throw new OperatorError(
      `${leavers.length} of ${total} panelists have no key. Is KEYS_DATABASE_URL the key store of this panel? ${NOTHING_DELETED} Correct it and use restore finish.`,
    );
  // With a key store older than the backup, the newest panelists would seem to have left.
  const newestKeyAt = (await vault.panelistKeys.newestAt()) ?? new Date(0);
  const late = leavers.filter(({ registeredAt }) => registeredAt > newestKeyAt).length;
  if (late > 0 && options.keyStoreIsCurrent !== true)
    throw new OperatorError(
      `${late} panelists without a key registered after the newest key was created (${newestKeyAt.toISOString()}). Is the key store older than the backup? ${NOTHING_DELETED} Restore a newer key store and use restore finish. If it is the newest one and they have left, use restore finish --key-store-is-current.`,
    );
  for (const { id } of leavers)
    await database.transaction((tx) => deleteProfile(tx, vault, { id, did: null }, clock.now()));
  return leavers.length;
}

/** Makes a restored copy usable. Everything after `takenAt` is missing from it. */
async function completeRestore(
  context: CommandContext,
  action: 'restore' | 'finish-restore',
  takenAt: Date,
): Promise<void> {
  const { deps, print, alarm } = context;
  requireOption(context, 'reason');
  const day = southAfricanDate(takenAt);
  await deps.database.transaction(async (tx) => {
    // Vouchers issued after the backup are missing from it and could be paid twice. Only the issuer's files since then list them.
    await freezePayouts(
      tx,
      `restored as of ${takenAt.toISOString()}: compare the issuer’s files from ${day} on`,
      deps.clock.now(),
      takenAt,
    );
    await recordCommand(tx, context, { action, subject: takenAt.toISOString() });
  });
  const left = await deleteLeavers(context);
  const { ok, faults } = await deepMoneyCheck(deps.database);
  print(`Restored to ${takenAt.toISOString()}. ${left} panelists had left since then and were deleted.`);
  for (const fault of faults) print(fault);
  print(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
  print(`Payouts are frozen. Reconcile all the issuer’s files from ${day} on, oldest first, then run payouts resume.`);
  if (!ok) alarm();
}

/** `ownerUrl` is the database as the owner of its tables; null where this process may not restore. */
type RestoreDependencies = Dependencies & { readonly config: Keys; readonly ownerUrl: string | null };

async function restore(context: CommandContext<RestoreDependencies>): Promise<void> {
  const { deps } = context;
  const file = requireOption(context, 'file');
  requireOption(context, 'reason');
  if (!deps.ownerUrl) throw new OperatorError('Set MIGRATIONS_DATABASE_URL: a restore recreates the tables.');
  if (!existsSync(file)) throw new OperatorError(`${file} doesn’t exist.`);
  const takenAt = await load(deps.ownerUrl, file);
  // The empty database accepted any key when the command started.
  await checkKeys(deps.database, deps.config).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new OperatorError(`${error.message} ${NOTHING_DELETED} Correct it and use restore finish.`);
  });
  await completeRestore(context, 'restore', takenAt);
}

/** For a database that PostgreSQL itself restored from a base backup and its archive. */
async function finishRestore(context: CommandContext): Promise<void> {
  // If money has never moved, all the issuer's files must be compared.
  const takenAt = (await survivedUntil(context.deps.database)) ?? new Date(0);
  await completeRestore(context, 'finish-restore', takenAt);
}

const RESTORE_OPTIONS: readonly CommandOption[] = [
  ['--key-store-is-current', 'the key store is current: the newest panelists without a key have left'],
];

export const backupCommands: readonly Subcommand<RestoreDependencies>[] = [
  {
    name: 'backup <file>',
    description: 'Writes a consistent copy of the panel’s database while the product runs.',
    roles: ['finance'],
    options: [['--scheduled', 'for a timer, which has no sign-in: the audit log says ‘schedule’']],
    run: backUp,
  },
  {
    name: 'restore <file>',
    description:
      'Fills an empty database from a backup, deletes panelists who have left since, checks the money and freezes payouts.',
    roles: ['finance'],
    options: RESTORE_OPTIONS,
    run: restore,
  },
  {
    name: 'restore finish',
    description:
      'For a database restored in another way: deletes panelists who have left since, checks the money and freezes payouts. Can be repeated if it failed.',
    roles: ['finance'],
    options: RESTORE_OPTIONS,
    run: finishRestore,
  },
];
