/** The whole server and a PostgreSQL whose disk is full. */
import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@panel/domain/paths';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { newDataDir } from '../../../../e2e/product.ts';
import { goldenFor, newDid, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { createServices } from '../../start/services.ts';
import { DatabaseUnavailable, sql } from './database.ts';

/** A new database takes less than half of it. */
const DISK_MIB = 512;
const MAX_BACK_MS = 15_000;
const REFUSED = 20;
const REFUSED_WHILE_DOWN = 3;

const kit = useKit();

/** A small disk in memory, which only root can create. */
async function makeDisk(): Promise<string | null> {
  const folder = await newDataDir();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=755`, 'tmpfs', folder]);
  onTestFinished(async () => {
    if (status === 0) spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return status === 0 ? folder : null;
}

/** Returns a function that frees the space again. */
async function fill(disk: string): Promise<() => Promise<void>> {
  const path = join(disk, 'filler');
  const file = await open(path, 'w');
  for (const size of [1024 * 1024, 4096])
    for (let isFull = false; !isFull; )
      await file.write(Buffer.alloc(size)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error;
        isFull = true;
      });
  await file.close();
  return () => rm(path);
}

/** A write-ahead log that can't grow stops the server each time it starts. */
async function endByFullLog(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  const writeSegment = async () => {
    await owner.query('select pg_switch_wal()');
    await owner.query("select pg_logical_emit_message(true, 'filler', 'filler')");
  };
  await expect(
    (async () => {
      for (;;) await writeSegment();
    })(),
  ).rejects.toThrow();
  await owner.end();
}

it('R8: writes get 503 while the disk is full, and everything works again within fifteen seconds once there is room', async ({
  skip,
}) => {
  const disk = await makeDisk();
  if (disk === null) return skip('needs root to create a disk');
  const services = await createServices({ ...kit().config, databaseUrl: null, dataDir: disk, sandboxUrl: null });
  const app = buildApp({ ...services.deps, clock: kit().clock });
  onTestFinished(async () => {
    await app.close();
    await services.close();
  });
  const statusOf = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    (await app.inject({ method, url, ...(payload && { payload }) })).statusCode;
  const stored: string[] = [];
  const register = async () => {
    const did = newDid();
    const status = await statusOf('POST', api.register, goldenFor('registration', did));
    if (status === 201) stored.push(did);
    else expect(status).toBe(503);
    return status;
  };
  const expectRefused = async (times: number) => {
    // Space that is already allocated can still be written.
    for (let refused = 0; refused < times; ) if ((await register()) === 503) refused += 1;
  };
  const waitUntilBack = async () => {
    const began = performance.now();
    for (; (await register()) !== 201; await sleep(100)) expect(performance.now() - began).toBeLessThan(MAX_BACK_MS);
  };
  const expectStored = async () => {
    for (const did of stored) expect(await statusOf('GET', api.registrationCheck(did))).toBe(200);
  };

  await waitUntilBack();
  let makeRoom = await fill(disk);
  await expectRefused(REFUSED);
  // Reads are unaffected.
  await expectStored();
  await makeRoom();
  await waitUntilBack();

  makeRoom = await fill(disk);
  await endByFullLog(services.deps.ownerUrl as string);
  await expectRefused(REFUSED_WHILE_DOWN);
  await makeRoom();
  await waitUntilBack();
  await expectStored();
});

it.each(['disk_full', 'out_of_memory', 'io_error', 'insufficient_resources', 'configuration_limit_exceeded'])(
  'R8: treats a server that reports %s as unavailable',
  async (condition) => {
    await expect(
      kit().deps.database.transaction(async (tx) => {
        await tx.one(sql`select set_config('panel.condition', ${condition}, true)`);
        await tx.one(sql`do $$ begin raise 'no room' using errcode = current_setting('panel.condition'); end $$`);
      }),
    ).rejects.toThrow(DatabaseUnavailable);
  },
);
