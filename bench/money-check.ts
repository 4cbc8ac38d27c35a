/** The money check at a thousand entries and at a million, in one run: it must cost the same. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import pg from 'pg';
import { openDatabase } from '../api/src/platform/database.ts';
import { migrate } from '../api/src/platform/migrate.ts';
import { deepMoneyCheck, quickMoneyCheck } from '../api/src/rewards/money-check.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const ROUNDS = 200;
const CHUNK = 25_000;

const dataDir = await mkdtemp(join(tmpdir(), 'panel-bench-'));
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ name: 'panel', dataDir, settings: { synchronous_commit: 'off' } });
await migrate(server.url);
const client = new pg.Client({ connectionString: server.url });
await client.connect();
const database = openDatabase(server.url);

/** Rewards of a hundred wallets, two entries each, through every trigger of the ledger. */
async function fill(from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    const last = Math.min(at + CHUNK, to);
    await client.query('begin');
    await client.query(
      `insert into transfers (kind, key, wallet_id, digest, at)
       select 'earned', 'bench:' || n, ('00000000-0000-4000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid, 'x', now()
       from generate_series($1::int, $2::int) n`,
      [at / 2, last / 2 - 1],
    );
    await client.query(
      `insert into postings (transfer_id, account, amount)
       select id, account, amount from transfers t, (values ('partner:purespectrum', -1), ('available', 1)) p (account, amount)
       where t.key = any(select 'bench:' || n from generate_series($1::int, $2::int) n)`,
      [at / 2, last / 2 - 1],
    );
    await client.query('commit');
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
async function time(check: () => Promise<{ ok: boolean; faults: readonly string[] }>, rounds: number): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const { ok, faults } = await check();
    took.push(performance.now() - began);
    if (!ok) throw new Error(`The books do not agree: ${faults.join(', ')}`);
  }
  return median(took);
}

try {
  await client.query(
    `insert into wallets (id) select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(0, 99) n`,
  );
  process.stdout.write('entries    quick check  ratio   adding everything up\n');
  let first = 0;
  let filled = 0;
  for (const size of SIZES) {
    await fill(filled, size);
    filled = size;
    await client.query('vacuum analyze');
    const quick = await time(() => quickMoneyCheck(database), ROUNDS);
    const deep = await time(() => deepMoneyCheck(database), 3);
    first ||= quick;
    process.stdout.write(
      `${String(size).padEnd(10)} ${quick.toFixed(2).padStart(8)} ms  ${(quick / first).toFixed(2).padStart(5)}   ${deep.toFixed(1)} ms\n`,
    );
  }
} finally {
  await client.end();
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
