import { DatabaseUnavailable } from './database.ts';
import { slots } from './slots.ts';

const AT_ONCE = 3;
const WAIT_MS = 700;

/**
 * Runs transactions that wait for the key store, a few at once: while it is away each keeps a connection of the panel's database for as
 * long as a call may take, and withdrawals need them.
 */
export function openKeyStoreWrites(): <T>(write: () => Promise<T>) => Promise<T> {
  const places = slots(AT_ONCE, WAIT_MS);
  return async (write) => {
    const leave = await places.enter().catch((error: unknown) => {
      throw new DatabaseUnavailable('too many wait for the key store', { cause: error });
    });
    return write().finally(leave);
  };
}
