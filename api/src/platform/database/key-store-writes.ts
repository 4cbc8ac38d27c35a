import { DatabaseUnavailable } from './database.ts';
import { slots } from './slots.ts';

const places = slots(5, 1500);

/**
 * Runs transactions that wait for the key store, five at a time. While the key store is down each holds a connection to the panel's
 * database, and withdrawals need those.
 */
export async function withKeyStore<T>(write: () => Promise<T>): Promise<T> {
  const leave = await places.enter().catch((error: unknown) => {
    throw new DatabaseUnavailable('too many calls wait for the key store', { cause: error });
  });
  return write().finally(leave);
}
