import { writeFile } from 'node:fs/promises';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { formatRand } from '@panel/domain/rewards/money';
import { deletePanelist } from '../panelists/store.ts';
import { type Queries, sql, type Tx } from '../platform/database.ts';
import { lockPanelist } from '../platform/identify.ts';
import type { Vault } from '../platform/vault.ts';
import { balances, history } from '../rewards/balances.ts';
import { forfeit } from '../rewards/withdraw.ts';
import { audit, type Command, type Context, OperatorError, SIGNED, wanted } from './command.ts';

const DID = { ...SIGNED, did: { type: 'string' } } as const;

/** Finds the panelist of --did, in a transaction that says who looked. */
const withPanelist = async <T>(
  context: Context,
  command: string,
  reason: string | undefined,
  work: (tx: Tx, panelistId: string) => Promise<T>,
) => {
  const { database, vault } = context.deps;
  // Best left out and asked for: what stands in a command is kept by shells and by npm.
  const did = typeof context.values.did === 'string' ? context.values.did : (await context.ask('did: ')).trim();
  return database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did).catch(() => {
      throw new OperatorError('No panelist has this did.');
    });
    await audit(tx, context, { command, subject: panelist.id, ...(reason && { reason }) });
    return work(tx, panelist.id);
  });
};

export const show: Command = {
  usage: 'show [--did DID] --as NAME',
  about: 'The standing of a panelist: status, preference, surveys, balances. Nothing that says who they are.',
  options: DID,
  run: (context) =>
    withPanelist(context, 'show', undefined, async (tx, id) => {
      const panelist = await tx.one<{ status: string; registered: Date; active: Date; receives: boolean | null }>(sql`
        select p.status, p.registered_at as registered, p.last_active_at as active, r.receive as receives
        from panelists p left join preferences r on r.panelist_id = p.id where p.id = ${id}`);
      const { available, pending, total } = await balances(tx, id);
      context.say(`status      ${panelist?.status}`);
      context.say(`registered  ${panelist?.registered.toISOString()}`);
      context.say(`last active ${panelist?.active.toISOString()}`);
      context.say(`research    ${panelist?.receives ? 'opted in' : 'opted out'}`);
      context.say(`available   ${formatRand(available)}, pending ${formatRand(pending)}, earned ${formatRand(total)}`);
      for (const { date, kind, state, amount } of await history(tx, id, 20))
        context.say(
          `  ${date.toISOString().slice(0, 10)}  ${kind.padEnd(10)} ${state.padEnd(10)} ${formatRand(amount)}`,
        );
    }),
};

export const status: Command = {
  usage: `status [--did DID] --to ${PANELIST_STATUSES.join('|')} --reason TEXT --as NAME`,
  about: 'Approve, suspend, block … a panelist.',
  options: { ...DID, to: { type: 'string' }, reason: { type: 'string' } },
  run: async (context) => {
    const to = PANELIST_STATUSES.find((one) => one === wanted(context, 'to'));
    if (!to) throw new OperatorError(`--to must be one of ${PANELIST_STATUSES.join(', ')}.`);
    await withPanelist(context, `status ${to}`, wanted(context, 'reason'), (tx, id) =>
      tx.many(sql`update panelists set status = ${to} where id = ${id}`),
    );
    context.say(`The panelist is ${to} now.`);
  },
};

/** Everything that is stored about a person, as they may ask for it. */
export async function everythingAbout(db: Queries, vault: Vault, id: string): Promise<object> {
  const opened = (place: string, sealed: Buffer | null) => (sealed ? JSON.parse(vault.open(place, sealed)) : undefined);
  const answers = await db.many<{ question: string; answer: unknown; sealed: Buffer | null }>(sql`
    select question, answer, sealed from profile_answers where panelist_id = ${id} order by question`);
  const submissions = await db.many<{
    questionnaire: string;
    version: number;
    answers: object;
    sealed: Buffer | null;
    submittedAt: Date;
  }>(sql`
    select questionnaire, version, answers, sealed, submitted_at as "submittedAt" from submissions where panelist_id = ${id} order by id`);
  const consents = await db.many(sql`
    select purpose, given, terms_version as "termsVersion", recorded_at as "recordedAt" from consents where panelist_id = ${id} order by id`);
  const preferences = await db.many(
    sql`select preference, receive, updated_at as "updatedAt" from preferences where panelist_id = ${id}`,
  );
  const messages = await db.many(sql`
    select kind, state, created_at as "createdAt" from messages
    where panelist_id = ${id}
      or subject in (select d.id::text from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = ${id})
    order by created_at`);
  const visits = await db.many(sql`
    select partner, pid as "knownThereAs", created_at as "openedAt", outcome from survey_sessions
    where panelist_id = ${id} order by created_at`);
  const panelist = await db.one<{ didSealed: Buffer; status: string; registeredAt: Date; lastActiveAt: Date }>(sql`
    select did_sealed as "didSealed", status, registered_at as "registeredAt", last_active_at as "lastActiveAt" from panelists where id = ${id}`);
  return {
    device: panelist && vault.open(`panelists:did:${id}`, panelist.didSealed),
    status: panelist?.status,
    registeredAt: panelist?.registeredAt,
    lastActiveAt: panelist?.lastActiveAt,
    answers: Object.fromEntries(
      answers.map(({ question, answer, sealed }) => [
        question,
        opened(`profile_answers:${id}:${question}`, sealed) ?? answer,
      ]),
    ),
    submissions: submissions.map(({ sealed, ...submission }) => ({
      ...submission,
      answers: { ...submission.answers, ...opened(`submissions:${id}`, sealed) },
    })),
    consents,
    preferences,
    messages,
    visits,
    money: (await history(db, id, 10_000)).map((entry) => ({ ...entry, amount: formatRand(entry.amount) })),
  };
}

export const exportPerson: Command = {
  usage: 'export [--did DID] --to FILE --reason TEXT --as NAME',
  about: 'Everything stored about a person, as JSON, for who asks what we know of them.',
  options: { ...DID, to: { type: 'string' }, reason: { type: 'string' } },
  run: async (context) => {
    const file = wanted(context, 'to');
    const person = await withPanelist(context, 'export', wanted(context, 'reason'), (tx, id) =>
      everythingAbout(tx, context.deps.vault, id),
    );
    await writeFile(file, `${JSON.stringify(person, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    context.say(`Written to ${file}.`);
  },
};

export const erase: Command = {
  usage: 'erase [--did DID] --reason TEXT --as NAME',
  about: 'Erases a person’s profile at once and for good, as the delete button does.',
  options: { ...DID, reason: { type: 'string' } },
  run: async (context) => {
    await withPanelist(context, 'erase', wanted(context, 'reason'), async (tx, id) => {
      await forfeit(tx, id, context.deps.clock.now());
      await deletePanelist(tx, id);
    });
    context.say('Erased.');
  },
};
