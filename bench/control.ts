/** The bare server as a process, and the table that it reads. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type pg from 'pg';

const ROWS = 10_000;

export async function createControlTable(client: pg.Client): Promise<void> {
  await client.query(`
    create table bench_control as
    select n as id, 'approved' as status, md5(n::text) as text from generate_series(0, ${ROWS - 1}) n`);
  await client.query('alter table bench_control add primary key (id)');
  await client.query('vacuum analyze bench_control');
}

export const controlCall = (index: number) => ({ method: 'GET', path: `/rows/${(index * 997) % ROWS}` }) as const;

export type BareServer = { readonly origin: string; readonly process: number; stop(): Promise<void> };

export async function startBareServer(databaseUrl: string): Promise<BareServer> {
  const child: ChildProcess = fork(new URL('./bare-server.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  return {
    origin: ready,
    process: child.pid as number,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
