import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const RETRY_MS = 1000;
const CONNECT_MS = 5000;

/** A wrong password, an unknown role or database: waiting does not help. */
const isFinal = (code: string): boolean => code.startsWith('28') || code.startsWith('3D');

/**
 * Waits until a database accepts connections: after a power cut the processes may be up before it. `say` is told the first
 * reason. Rejects where waiting would not help.
 */
export async function waitForDatabase(
  url: string,
  say: (reason: string) => void,
  retry: () => Promise<unknown> = () => sleep(RETRY_MS),
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code = 'no answer' } = error as { code?: string };
      if (isFinal(code)) throw error;
      if (isFirst) say(code);
    } finally {
      await client.end().catch(() => {});
    }
    await retry();
  }
}
