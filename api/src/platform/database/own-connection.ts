import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isTransient } from './database-errors.ts';

const ATTEMPTS = 30;
const RETRY_MS = 1000;

/**
 * Does something over a connection of its own. Where that one is lost meanwhile, because the server ends or another one takes its
 * place, it is done from the beginning over another one: it has to be such that it can be repeated.
 */
export async function withOwnConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let wasConnected = false;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    // Without a listener a connection that is lost between two statements would end the process; the next statement fails all the same.
    client.on('error', () => {});
    try {
      await client.connect();
      wasConnected = true;
      return await work(client);
    } catch (error) {
      if (!wasConnected || !isTransient(error) || attempt === ATTEMPTS) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(RETRY_MS);
  }
}
