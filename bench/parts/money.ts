/** The money check at a thousand and at a million postings, in one run: it must cost the same. */
import type pg from 'pg';
import { createDatabaseClient } from '../../api/src/platform/database/database.ts';
import { deepMoneyCheck, type MoneyCheck, quickMoneyCheck } from '../../api/src/rewards/money-check.ts';
import type { Part } from '../part.ts';
import { startDatabase } from '../product.ts';
import { number, ratio, table } from '../report.ts';
import { median } from '../statistics.ts';

const CHUNK = 25_000;

/** Rewards of a hundred wallets, two postings each, through every trigger of the ledger. */
async function addPostings(client: pg.Client, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    const range = [at / 2, Math.min(at + CHUNK, to) / 2 - 1];
    await client.query('begin');
    await client.query(
      `insert into transfers (kind, key, wallet_id, at)
       select 'earned', 'bench:' || n, ('00000000-0000-4000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid, now()
       from generate_series($1::int, $2::int) n`,
      range,
    );
    await client.query(
      `insert into postings (transfer_id, account, amount)
       select id, account, amount from transfers t, (values ('partner:purespectrum', -1), ('available', 1)) p (account, amount)
       where t.key = any(select 'bench:' || n from generate_series($1::int, $2::int) n)`,
      range,
    );
    await client.query('commit');
  }
}

async function medianMs(check: () => Promise<MoneyCheck>, times: number): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    const { ok, faults } = await check();
    took.push(performance.now() - began);
    if (!ok) throw new Error(`The books do not agree: ${faults.join(', ')}`);
  }
  return median(took);
}

export const part: Part = {
  title: 'Money check: whether the books agree',
  async run({ rounds, count, progress, quick }) {
    const sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000];
    const server = await startDatabase({ synchronous_commit: 'off' });
    const database = createDatabaseClient(server.url);
    try {
      await server.client.query(
        `insert into wallets (id) select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(0, 99) n`,
      );
      const measured: { size: number; quickMs: number; deepMs: number }[] = [];
      for (const size of sizes) {
        progress(`money: ${size} postings`);
        await addPostings(server.client, measured.at(-1)?.size ?? 0, size);
        await server.client.query('vacuum analyze');
        await server.client.query('checkpoint');
        const each = await rounds.measure(count(3, 1), async () => ({
          quickMs: await medianMs(() => quickMoneyCheck(database), count(200, 20)),
          deepMs: await medianMs(() => deepMoneyCheck(database), 1),
        }));
        measured.push({
          size,
          quickMs: median(each.map(({ quickMs }) => quickMs)),
          deepMs: median(each.map(({ deepMs }) => deepMs)),
        });
      }
      const first = measured[0]?.quickMs ?? Number.NaN;
      const rows = measured.map(({ size, quickMs, deepMs }) => [
        number(size),
        number(quickMs),
        ratio(quickMs, first),
        number(deepMs),
      ]);
      return table(['postings', 'check ms', 'vs the smallest', 'adding up every row ms'], rows);
    } finally {
      await database.close();
      await server.close();
    }
  },
};
