import { existsSync } from 'node:fs';
import { southAfricanDate } from '@panel/domain/calendar';
import pg from 'pg';
import { type Context, type Option, recordCommand, requireOption, type Subcommand } from '../console/command.ts';
import { OperatorError } from '../console/operation.ts';
import { countPanelists, type KeylessPanelist, panelistsWithoutKey } from '../identity/keys.ts';
import { deleteProfile } from '../panelists/delete.ts';
import { checkKeys, type Keys } from '../platform/database/key-checks.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { ConfigError } from '../platform/environment.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { freezePayouts, freezeRestoredPayouts, survivedUntil } from '../rewards/payout-freezes.ts';
import { BadDump, checkDump, type DumpHeader, isInUse, loadDump, writeDump } from './dump.ts';

async function backUp(context: Context): Promise<void> {
  const { deps, print } = context;
  const file = requireOption(context, 'file');
  if (existsSync(file)) throw new OperatorError(`${file} is there already.`);
  await deps.database.transaction((tx) => recordCommand(tx, context, { command: 'backup' }));
  await writeDump(deps.database, file, deps.clock.now());
  print(
    `Written to ${file}. It holds no key: back the key store up on its own, and keep no copy of it for more than seven days.`,
  );
}

/** Replaces the schema of an empty panel by the one of the copy, fills it, and brings it up to date. */
async function load(ownerUrl: string, file: string): Promise<DumpHeader> {
  const header = await checkDump(file);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (await isInUse(client))
      throw new OperatorError(
        'The database is not empty: restore into a new one. Where a restore into it was interrupted, use restore finish.',
      );
    await client.query('drop schema public cascade; create schema public');
    await migrate(ownerUrl, 'panel', { upTo: header.migration });
    await loadDump(client, file, () => freezeRestoredPayouts(client));
    await migrate(ownerUrl);
    await client.query('analyze');
    return header;
  } finally {
    await client.end();
  }
}

const NOBODY_DELETED = 'Nobody was deleted, and payouts are frozen.';

/** Deletes those who left after the copy was made, as they were deleted then. Returns how many. */
async function deleteLeavers({ deps, options }: Context): Promise<number> {
  const { database, vault, clock } = deps;
  const total = await countPanelists(database);
  const leavers: KeylessPanelist[] = [];
  for await (const some of panelistsWithoutKey(database, vault)) leavers.push(...some);
  // A wrong key store would look as if everybody had left.
  if (leavers.length * 2 > total && total > 1)
    throw new OperatorError(
      `${leavers.length} of ${total} panelists have no key. Is KEYS_DATABASE_URL the key store of this panel? ${NOBODY_DELETED} Set it right and use restore finish.`,
    );
  // A copy of the key store that is older than the panel's would look as if those who registered last had left.
  const newestKeyAt = (await vault.panelistKeys.newestAt()) ?? new Date(0);
  const late = leavers.filter(({ registeredAt }) => registeredAt > newestKeyAt).length;
  if (late > 0 && options.keyStoreIsCurrent !== true)
    throw new OperatorError(
      `${late} panelists without a key registered after the newest key was made (${newestKeyAt.toISOString()}). Is the key store an older copy than the panel? ${NOBODY_DELETED} Restore a newer copy of it and use restore finish; where it is the newest there is and they have left, restore finish --key-store-is-current.`,
    );
  for (const { id } of leavers)
    await database.transaction((tx) => deleteProfile(tx, vault, { id, did: null }, clock.now()));
  return leavers.length;
}

/** What makes a panel of a restored copy: what was done since `takenAt` is not in it. */
async function completeRestore(context: Context, command: string, takenAt: Date): Promise<void> {
  const { deps, print, alarm } = context;
  const reason = requireOption(context, 'reason');
  const day = southAfricanDate(takenAt);
  await deps.database.transaction(async (tx) => {
    // What was paid after the copy is not in it: paid again, it would be paid twice. No single file of the issuer's tells all of it.
    await freezePayouts(
      tx,
      `restored as of ${takenAt.toISOString()}: compare the issuer’s files from ${day} on`,
      deps.clock.now(),
      takenAt,
    );
    await recordCommand(tx, context, { command, subject: takenAt.toISOString(), reason });
  });
  const left = await deleteLeavers(context);
  const { ok, faults } = await deepMoneyCheck(deps.database);
  print(`Restored as it was at ${takenAt.toISOString()}. ${left} panelists had left since and were deleted.`);
  for (const fault of faults) print(fault);
  print(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
  print(
    `Payouts are frozen: reconcile every file of the issuer’s from ${day} on, the oldest first, then payouts resume.`,
  );
  if (!ok) alarm();
}

/** `ownerUrl` is the database as the owner of its tables; null where this process may not restore. */
type RestoreDependencies = Dependencies & { readonly config: Keys; readonly ownerUrl: string | null };

async function restore(context: Context<RestoreDependencies>): Promise<void> {
  const { deps } = context;
  const file = requireOption(context, 'file');
  requireOption(context, 'reason');
  if (!deps.ownerUrl) throw new OperatorError('MIGRATIONS_DATABASE_URL is needed, to make the tables anew.');
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  const { takenAt } = await load(deps.ownerUrl, file).catch((error: unknown) => {
    throw error instanceof BadDump ? new OperatorError(error.message) : error;
  });
  // At the start the database was empty and took any key.
  await checkKeys(deps.database, deps.config).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new OperatorError(`${error.message} ${NOBODY_DELETED} Set it right and use restore finish.`);
  });
  await completeRestore(context, 'restore', new Date(takenAt));
}

/** For a database that PostgreSQL itself restored, from a copy and its archive. */
async function finishRestore(context: Context): Promise<void> {
  // Where money was never moved, all files of the issuer's are to be compared.
  const takenAt = (await survivedUntil(context.deps.database)) ?? new Date(0);
  await completeRestore(context, 'restore finish', takenAt);
}

const RESTORE_OPTIONS: readonly Option[] = [
  ['--key-store-is-current', 'those who registered last and have no key have left: the key store is no older copy'],
];

export const backupCommands: readonly Subcommand<RestoreDependencies>[] = [
  {
    name: 'backup <file>',
    description: 'Writes a copy of the panel’s database, all of one moment, while the product runs.',
    roles: ['finance'],
    options: [['--scheduled', 'run by a timer, which has no sign-in: the audit says ‘schedule’']],
    run: backUp,
  },
  {
    name: 'restore <file>',
    description:
      'Fills an empty database from a backup, deletes who has left since, checks the money and freezes payouts.',
    roles: ['finance'],
    options: RESTORE_OPTIONS,
    run: restore,
  },
  {
    name: 'restore finish',
    description:
      'For a database that was restored by other means: deletes who has left since, checks the money and freezes payouts. Can be repeated where it failed.',
    roles: ['finance'],
    options: RESTORE_OPTIONS,
    run: finishRestore,
  },
];
