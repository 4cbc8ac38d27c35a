import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isTransient } from './database-errors.ts';

const ATTEMPTS = 30;
const RETRY_MS = 1000;
const CONNECT_MS = 10_000;

/**
 * Runs work on a separate connection. If that is lost, because the server stops or fails over, the work starts again on another one, so it
 * must be repeatable.
 */
export async function withOwnConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let wasConnected = false;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: CONNECT_MS,
    });
    // Without a listener, a connection lost between two statements would end the process. The next statement fails anyway.
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
