/** The schema can be divided by wallet over several databases: what a change adds has to keep to the rule, or to say why not. */
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { newDid, registered, send, useKit } from '../../test/kit.ts';
import { earnAvailable, walletIdOf } from '../rewards/testing.ts';
import { shardOf } from './shards.ts';
import type { Vault } from './vault.ts';

const kit = useKit();

/** Columns whose values belong to one wallet, and so to one shard. */
const OF_ONE_WALLET = ['wallet_id', 'panelist_id', 'session_id', 'withdrawal_id', 'transfer_id', 'reference'];

/** Tables that do not grow with the panel: every shard has a copy, or they stay in one place. */
const REFERENCE = new Set([
  ...[
    'tasks',
    'migrations',
    'key_checks',
    'database_timeline',
    'payout_freezes',
    'daily_figures',
    'panel_counts',
    'settlement_files',
    'survey_estimates',
  ],
  // What operators do: they are few, and so is what they do in a day.
  ...['audit', 'operator_sessions', 'proposals', 'partner_blocks', 'partner_statements'],
  // How the outside parties answered, by quarter of an hour.
  'party_calls',
  // Running totals, of which every shard has its own.
  ...['ledger_totals', 'partner_days'],
]);

/** Tables that grow and have no column of one wallet. */
const WITHOUT_WALLET: Readonly<Record<string, string>> = {
  call_counts: 'is by device and lives for an hour: each shard counts the calls of its own devices',
  tombstones: 'is found by did or number, like the directory of panelists, and stands beside it',
};

/** Unique keys without a column of one wallet, besides a table's own id. */
const UNIQUE_ANYWHERE: Readonly<Record<string, string>> = {
  'panelists (did_index)': 'the directory: by it the shard of a device is found, so it is divided by the did itself',
  'panelists (number_index)': 'the directory: a number belongs to one panelist of the whole panel',
  'tombstones (did_index, number_index)': 'the directory, for devices and numbers that have left',
  'partner_events (partner, dedupe_key)':
    'a partner repeats a callback with the same session, so its repeats meet in one shard',
  'transfers (key)': 'names the reward or the withdrawal by its random id, and stands in the shard of its wallet',
  'messages (kind, subject)': 'names the withdrawal, or the panelist and the survey',
  'call_counts (key, period_end)': 'by device',
  'task_invitations (token_digest)': 'a hash of a random token, which no other shard can have',
  'task_invitations (task, position)': 'an order of sending, which each shard has for its own panelists',
  'task_invitations (task, pseudonym)': 'a keyed hash of the panelist, so it stands in the panelist’s shard',
};

/** As whoever has our key reads a session's shard from its id. */
const shardOfSession = (vault: Vault, id: string): number =>
  shardOf(id.slice(2)) ^ (vault.digest('session', id.slice(4))[0] as number);

type Table = { readonly name: string; readonly columns: string[]; readonly keys: string[][] };

const tables = async (): Promise<Table[]> =>
  (
    await kit().db.query<Table>(`
      select c.relname as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        (select coalesce(jsonb_agg(array(select a.attname from unnest(i.indkey) with ordinality as k (attnum, position)
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by k.position)), '[]')
         from pg_index i where i.indrelid = c.oid and i.indisunique) as keys
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  ).rows;

const isOfOneWallet = (column: string) => OF_ONE_WALLET.includes(column);

describe('the rule for several databases', () => {
  it('every table that grows carries the wallet, or is named here', async () => {
    const breaking = (await tables())
      .filter(({ name }) => !REFERENCE.has(name) && !['wallets', 'panelists'].includes(name))
      .filter(({ columns }) => !columns.some(isOfOneWallet))
      .map(({ name }) => name);
    expect(breaking.sort()).toEqual(Object.keys(WITHOUT_WALLET).sort());
  });

  it('every unique key carries the wallet or is the row’s own id, or is named here', async () => {
    const isOwnId = (key: readonly string[]) => key.length === 1 && key[0] === 'id';
    const breaking = (await tables())
      .filter(({ name }) => !REFERENCE.has(name))
      .flatMap(({ name, keys }) =>
        keys.filter((key) => !isOwnId(key) && !key.some(isOfOneWallet)).map((key) => `${name} (${key.join(', ')})`),
      );
    expect(breaking.sort()).toEqual(Object.keys(UNIQUE_ANYWHERE).sort());
  });

  it('an id from outside says the shard, and a partner cannot read it', async () => {
    const did = await registered(kit(), newDid());
    await earnAvailable(kit(), did, 6000);
    const shard = shardOf(await walletIdOf(kit(), did));
    const sessions = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { url } = (await send(kit(), 'GET', api.entryLink('cint-router')(did))).json() as { url: string };
        return /s_[0-9a-f]{32}/.exec(url)?.[0] as string;
      }),
    );
    expect(sessions.map((id) => shardOfSession(kit().vault, id))).toEqual(sessions.map(() => shard));
    expect(new Set(sessions.map((id) => id.slice(2, 4))).size).toBeGreaterThan(1);

    expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
    const { rows } = await kit().db.query(
      'select reference, panelist_id from withdrawals d join wallets w on w.id = d.wallet_id',
    );
    expect(shardOf(rows[0].reference.slice(1))).toBe(shard);
    expect(shardOf(rows[0].panelist_id)).toBe(shard);
  });
});
