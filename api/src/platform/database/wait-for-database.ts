import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@panel/domain/durations';
import pg from 'pg';
import { ConfigError } from '../settings.ts';

const RETRY_MS = 1000;
const CONNECT_MS = 5000;

/** A wrong password, an unknown role or database: waiting does not help. */
const isFinal = (code: string): boolean => code.startsWith('28') || code.startsWith('3D');

type Options = {
  /** How long to wait at most. */
  readonly limitMs?: number;
  readonly print?: (line: string) => void;
  readonly retry?: () => Promise<unknown>;
};

/**
 * Waits until a database accepts connections: after a power cut the processes may be up before it. Prints the first reason. Rejects if
 * waiting would not help, and after the limit.
 */
export async function waitForDatabase(
  url: string,
  {
    limitMs = Number.POSITIVE_INFINITY,
    print = (line) => void process.stderr.write(`${line}\n`),
    retry = () => sleep(RETRY_MS),
  }: Options = {},
): Promise<void> {
  const until = performance.now() + limitMs;
  const limit = Number.isFinite(limitMs) ? `, at most ${Math.round(limitMs / MINUTE_MS)} minutes` : '';
  for (let isFirst = true; ; isFirst = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code = 'no answer' } = error as { code?: string };
      if (isFinal(code)) throw error;
      if (performance.now() >= until) throw new ConfigError(`The database does not answer (${code}).`);
      if (isFirst) print(`The database does not answer (${code}). Waiting for it${limit}.`);
    } finally {
      await client.end().catch(() => {});
    }
    await retry();
  }
}
