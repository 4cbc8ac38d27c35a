/** Compares what the panelists were told with the database, the issuer and the chat. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@panel/domain/durations';
import pg from 'pg';
import { readConfig } from '../api/src/config.ts';
import { BACKGROUND_LIMITS } from '../api/src/platform/database/connections.ts';
import { createDatabaseClient } from '../api/src/platform/database/database.ts';
import { defaultKeyStoreUrl } from '../api/src/platform/database/roles.ts';
import { createPanelistKeys } from '../api/src/platform/security/panelist-keys.ts';
import { createVault } from '../api/src/platform/security/vault.ts';
import { deepMoneyCheck } from '../api/src/rewards/money-check.ts';
import type { BuiltProduct } from '../api/test/product.ts';
import { groupBy } from './calls.ts';
import { type Panelist, REWARD_CENTS } from './panelists.ts';
import { untilAnswered } from './processes.ts';

const SETTLE_MS = 300_000;
const QUIET_SECONDS = 12;

type Row = {
  readonly did_index: string;
  readonly submissions: number;
  /** The sessions of the rewards. */
  readonly rewarded: string[];
  readonly withdrawals: { readonly id: string; readonly reference: string; readonly amount: number }[];
};
type Voucher = { readonly reference: string; readonly amount: number };
type Delivered = { readonly jobId: string; readonly body: string };

async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Waits until no reward, payout or message is open. Advances the clock while nothing moves. */
async function settle(client: pg.Client, product: BuiltProduct): Promise<void> {
  let [minutes, before, quiet] = [0, -1, 0];
  await untilAnswered('nothing is open any more', SETTLE_MS, async () => {
    const { rows } = await client.query(
      `select (select count(*) from rewards where state = 'pending')
         + (select count(*) from withdrawals where state not in ('paid', 'returned', 'needs-review'))
         + (select count(*) from messages where kind = 'voucher' and state not in ('sent', 'needs-review')) as open`,
    );
    const open = Number(rows[0].open);
    if (open === 0) return true;
    quiet = open === before ? quiet + 1 : 0;
    before = open;
    // Only items that wait for a retry are left: a message that is being sent must not look abandoned.
    if (quiet > QUIET_SECONDS) {
      [minutes, quiet] = [minutes + 1, 0];
      await product.setSandbox('clock', { offsetMs: minutes * MINUTE_MS });
    }
    await sleep(1000);
    return undefined;
  });
}

const readRows = async (client: pg.Client): Promise<readonly Row[]> =>
  (
    await client.query<Row>(`
      select encode(p.did_index, 'hex') as did_index,
        (select count(*)::int from submissions s where s.panelist_id = p.id and s.questionnaire = 'quarterly') as submissions,
        (select coalesce(json_agg(r.session_id), '[]') from rewards r where r.wallet_id = w.id) as rewarded,
        (select coalesce(json_agg(json_build_object('id', d.id, 'reference', d.reference, 'amount', d.amount)), '[]')
         from withdrawals d where d.wallet_id = w.id) as withdrawals
      from panelists p join wallets w on w.panelist_id = p.id`)
  ).rows;

export type ClusterBooks = {
  /** Acknowledged, but missing. */
  readonly lost: readonly string[];
  /** More often than it was requested. */
  readonly doubled: readonly string[];
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

export async function compareBooks(
  databaseUrl: string,
  product: BuiltProduct,
  panelists: readonly Panelist[],
): Promise<ClusterBooks> {
  const client = await openConnection(databaseUrl);
  const config = await readConfig(product.env);
  const keyStore = createDatabaseClient(defaultKeyStoreUrl(databaseUrl), BACKGROUND_LIMITS);
  const vault = createVault(
    config.encryptionKeys,
    config.indexKey,
    createPanelistKeys(keyStore, config.encryptionKeys),
  );
  const panel = createDatabaseClient(databaseUrl, BACKGROUND_LIMITS);
  try {
    await settle(client, product);
    const [lost, doubled]: [string[], string[]] = [[], []];
    const expectOne = (what: string, found: number) => {
      if (found < 1) lost.push(what);
      if (found > 1) doubled.push(what);
    };
    const rows = await readRows(client);
    const { vouchers } = await product.readSandbox<{ vouchers: Voucher[] }>('vouchers');
    const vouchersOf = groupBy(vouchers, ({ reference }) => reference);
    const byDid = new Map(rows.map((row) => [row.did_index, row]));
    for (const { did, isRegistered, hasSubmitted, completed, hasWithdrawn } of panelists) {
      const row = byDid.get(vault.digest('did', did).toString('hex'));
      if (isRegistered && !row) lost.push(`registration of ${did}`);
      if (hasSubmitted) expectOne(`submission of ${did}`, row?.submissions ?? 0);
      for (const sessionId of completed)
        expectOne(`reward of ${sessionId}`, row?.rewarded.filter((id) => id === sessionId).length ?? 0);
      if (hasWithdrawn) expectOne(`withdrawal of ${did}`, row?.withdrawals.length ?? 0);
      for (const { reference, amount } of row?.withdrawals ?? []) {
        const issued = vouchersOf.get(reference) ?? [];
        expectOne(`voucher of ${reference}`, issued.length);
        if (issued.some((voucher) => voucher.amount !== amount) || amount !== completed.length * REWARD_CENTS)
          doubled.push(`amount of ${reference}`);
      }
    }
    const known = new Set(rows.flatMap(({ withdrawals }) => withdrawals.map(({ reference }) => reference)));
    for (const { reference } of vouchers)
      if (!known.has(reference)) lost.push(`withdrawal of the voucher ${reference}`);
    const chat = await compareChat(client, product, expectOne);
    const { faults } = await deepMoneyCheck(panel);
    const counts = {
      registrations: panelists.filter(({ isRegistered }) => isRegistered).length,
      submissions: panelists.filter(({ hasSubmitted }) => hasSubmitted).length,
      completions: panelists.flatMap(({ completed }) => completed).length,
      withdrawals: panelists.filter(({ hasWithdrawn }) => hasWithdrawn).length,
      vouchers: vouchers.length,
      ...chat.counts,
    };
    return { lost, doubled, faults: [...faults, ...chat.faults], counts };
  } finally {
    await Promise.all([client.end(), keyStore.close(), panel.close()]);
  }
}

/** A message whose response was lost is sent again with the same job id. So each withdrawal has one job, and all copies are equal. */
async function compareChat(client: pg.Client, product: BuiltProduct, expectOne: (what: string, found: number) => void) {
  const { devices } = await product.readSandbox<{ devices: { messages: Delivered[] }[] }>('inbox');
  const jobs = groupBy(
    devices.flatMap(({ messages }) => messages),
    ({ jobId }) => jobId,
  );
  const { rows } = await client.query<{ id: string; subject: string; state: string }>(
    "select id, subject, state from messages where kind = 'voucher'",
  );
  for (const [subject, messages] of groupBy(rows, (message) => message.subject))
    expectOne(`chat message of the voucher for ${subject}`, messages.filter(({ id }) => jobs.has(id)).length);
  const copies = [...jobs.values()];
  return {
    faults: copies
      .filter((job) => new Set(job.map(({ body }) => body)).size > 1)
      .map((job) => `chat job ${job[0]?.jobId} says two things`),
    counts: {
      chatJobs: jobs.size,
      chatCopies: copies.reduce((sum, job) => sum + job.length - 1, 0),
      chatNeedsReview: rows.filter(({ state }) => state === 'needs-review').length,
    },
  };
}
