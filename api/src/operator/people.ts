import { writeFile } from 'node:fs/promises';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { formatRand } from '@panel/domain/rewards/money';
import { lockPanelist, panelistRecord, setStatus, tombstonesOf } from '../identity/panelists.ts';
import { messagesTo } from '../messages/outbox.ts';
import { consentsOf } from '../panelists/consents.ts';
import { deleteProfile } from '../panelists/delete.ts';
import { sessionsOf } from '../partners/store.ts';
import type { Queries, Tx } from '../platform/database.ts';
import type { Vault } from '../platform/vault.ts';
import { preferencesOf, researchPreference } from '../preferences/store.ts';
import { profileAnswers, submissionsOf } from '../profiling/store.ts';
import { balances, history } from '../rewards/balances.ts';
import { withdrawalIdsOf } from '../rewards/withdrawals.ts';
import { insertAudit } from './audit.ts';
import { AS, type Context, OperatorError, type Option, REASON, requireOption, type Subcommand } from './command.ts';

const DID: Option = ['--did <did>', 'the panelist’s device id; asked for where it is left out'];

/** Locks the panelist of --did, or of the did that is typed, in a transaction that records who looked. */
async function withPanelist<T>(
  context: Context,
  { command, reason }: { command: string; reason?: string },
  work: (tx: Tx, panelistId: string, did: string) => Promise<T>,
): Promise<T> {
  const { database, vault } = context.deps;
  const { did: given } = context.options;
  const did = typeof given === 'string' ? given : (await context.prompt('did: ')).trim();
  return database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did).catch(() => {
      throw new OperatorError('No panelist has this did.');
    });
    await insertAudit(tx, context, { command, subject: panelist.id, ...(reason && { reason }) });
    return work(tx, panelist.id, did);
  });
}

const show = (context: Context): Promise<void> =>
  withPanelist(context, { command: 'show' }, async (tx, id) => {
    const { print } = context;
    const { status, registeredAt, lastActiveAt } = await panelistRecord(tx, context.deps.vault, id);
    const { available, pending, total } = await balances(tx, id);
    print(`status      ${status}`);
    print(`registered  ${registeredAt.toISOString()}`);
    print(`last active ${lastActiveAt.toISOString()}`);
    print(`research    ${(await researchPreference(tx, id)) ? 'opted in' : 'opted out'}`);
    print(`available   ${formatRand(available)}, pending ${formatRand(pending)}, earned ${formatRand(total)}`);
    for (const { at, kind, state, amount } of await history(tx, id, 20))
      print(`  ${at.toISOString().slice(0, 10)}  ${kind.padEnd(10)} ${state.padEnd(10)} ${formatRand(amount)}`);
  });

async function changeStatus(context: Context): Promise<void> {
  const to = PANELIST_STATUSES.find((status) => status === requireOption(context, 'to'));
  if (!to) throw new OperatorError(`--to must be one of ${PANELIST_STATUSES.join(', ')}.`);
  const entry = { command: `status ${to}`, reason: requireOption(context, 'reason') };
  await withPanelist(context, entry, (tx, id) => setStatus(tx, id, to));
  context.print(`The panelist is ${to} now.`);
}

/** Everything that is stored about a person, as the law lets them ask for it. */
export async function personalData(db: Queries, vault: Vault, id: string): Promise<object> {
  const { did, status, registeredAt, lastActiveAt } = await panelistRecord(db, vault, id);
  return {
    device: did,
    status,
    registeredAt,
    lastActiveAt,
    answers: await profileAnswers(db, vault, id),
    submissions: await submissionsOf(db, vault, id),
    consents: await consentsOf(db, id),
    preferences: await preferencesOf(db, id),
    messages: await messagesTo(db, id, await withdrawalIdsOf(db, id)),
    visits: await sessionsOf(db, id),
    earlierProfiles: await tombstonesOf(db, id),
    money: (await history(db, id, 10_000)).map(({ at, amount, ...entry }) => ({
      ...entry,
      date: at,
      amount: formatRand(amount),
    })),
  };
}

async function exportPerson(context: Context): Promise<void> {
  const file = requireOption(context, 'to');
  const entry = { command: 'export', reason: requireOption(context, 'reason') };
  const person = await withPanelist(context, entry, (tx, id) => personalData(tx, context.deps.vault, id));
  await writeFile(file, `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  context.print(`Written to ${file}.`);
}

async function erase(context: Context): Promise<void> {
  const entry = { command: 'erase', reason: requireOption(context, 'reason') };
  const { vault, clock } = context.deps;
  await withPanelist(context, entry, (tx, id, did) => deleteProfile(tx, vault, { id, did }, clock.now()));
  context.print('Erased.');
}

export const peopleCommands: readonly Subcommand[] = [
  {
    name: 'show',
    description: 'Shows a panelist’s status, preference, surveys and balances. Nothing that says who they are.',
    options: [AS, DID],
    run: show,
  },
  {
    name: 'status',
    description: 'Approves, suspends, blocks … a panelist.',
    options: [AS, DID, REASON, ['--to <status>', PANELIST_STATUSES.join(', ')]],
    run: changeStatus,
  },
  {
    name: 'export',
    description: 'Writes everything stored about a panelist as JSON, for panelists who ask what we know of them.',
    options: [AS, DID, REASON, ['--to <file>', 'the file to write']],
    run: exportPerson,
  },
  {
    name: 'erase',
    description: 'Deletes a panelist’s profile at once and for good, as the delete button does.',
    options: [AS, DID, REASON],
    run: erase,
  },
];
