import type { Breaker } from '../platform/breaker.ts';
import { type Composers, type DeliveryContext, type DeliveryDependencies, messageRunner } from './delivery.ts';

/** For a single round, in which every party is called. */
export const closedBreaker: Breaker = {
  allows: () => true,
  succeeded: () => {},
  failed: () => {},
  isOpen: () => false,
};

/** Delivers what is due, one message after the other. Returns the number of messages processed. */
export const deliverMessages = (
  deps: DeliveryDependencies,
  composers: Composers,
  log: DeliveryContext['log'] = { error() {} },
): Promise<number> =>
  messageRunner(deps, 1, { composers, chatBreaker: closedBreaker, log, signal: new AbortController().signal })();
