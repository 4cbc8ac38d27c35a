import { existsSync } from 'node:fs';
import pg from 'pg';
import type { AppDependencies } from '../dependencies.ts';
import { countPanelists, panelistsWithoutKey } from '../identity/keys.ts';
import { deleteProfile } from '../panelists/delete.ts';
import { BadDump, checkDump, type DumpHeader, isInUse, loadDump, writeDump } from '../platform/dump.ts';
import { migrate } from '../platform/migrate.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { freezePayouts } from '../rewards/payout-freezes.ts';
import { type Context, recordCommand, requireOption, type Subcommand } from './command.ts';
import { OperatorError } from './operation.ts';

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
    if (await isInUse(client)) throw new OperatorError('The database is not empty: restore into a new one.');
    await client.query('drop schema public cascade; create schema public');
    await migrate(ownerUrl, 'panel', header.migration);
    await loadDump(client, file);
    await migrate(ownerUrl);
    await client.query('analyze');
    return header;
  } finally {
    await client.end();
  }
}

/** Deletes those who left after the copy was made, as they were deleted then. Returns how many. */
async function deleteLeavers({ database, vault, clock }: AppDependencies): Promise<number> {
  const total = await countPanelists(database);
  const leavers: string[] = [];
  for await (const ids of panelistsWithoutKey(database, vault)) leavers.push(...ids);
  // A wrong key store would look as if everybody had left.
  if (leavers.length * 2 > total && total > 1)
    throw new OperatorError(
      `${leavers.length} of ${total} panelists have no key. Is KEYS_DATABASE_URL the key store of this panel? Nobody was deleted. Restore into another new database with the right one.`,
    );
  for (const id of leavers)
    await database.transaction((tx) => deleteProfile(tx, vault, { id, did: null }, clock.now()));
  return leavers.length;
}

async function restore(context: Context): Promise<void> {
  const { deps, print } = context;
  const file = requireOption(context, 'file');
  const reason = requireOption(context, 'reason');
  if (!deps.ownerUrl) throw new OperatorError('MIGRATIONS_DATABASE_URL is needed, to make the tables anew.');
  const { takenAt } = await load(deps.ownerUrl, file).catch((error: unknown) => {
    throw error instanceof BadDump ? new OperatorError(error.message) : error;
  });
  await deps.database.transaction(async (tx) => {
    await recordCommand(tx, context, { command: 'restore', subject: takenAt, reason });
    // What was paid after the copy is not in it: paid again, it would be paid twice.
    await freezePayouts(tx, `restored from the backup of ${takenAt}`, deps.clock.now());
  });
  const left = await deleteLeavers(deps);
  const { ok, faults } = await deepMoneyCheck(deps.database);
  print(`Restored as it was at ${takenAt}. ${left} panelists had left since and were deleted.`);
  for (const fault of faults) print(fault);
  print(ok ? 'Every cent is where it should be.' : 'The books do not agree.');
  print('Payouts are frozen: reconcile with the issuer’s files since then, then use payouts resume.');
  if (!ok) process.exitCode = 1;
}

export const backupCommands: readonly Subcommand[] = [
  {
    name: 'backup <file>',
    description: 'Writes a copy of the panel’s database, all of one moment, while the product runs.',
    roles: ['finance'],
    run: backUp,
  },
  {
    name: 'restore <file>',
    description:
      'Fills an empty database from a backup, deletes who has left since, checks the money and freezes payouts.',
    roles: ['finance'],
    run: restore,
  },
];
