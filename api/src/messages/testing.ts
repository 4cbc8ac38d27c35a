import { closedBreaker } from '../platform/breaker.ts';
import { type Composers, type DeliveryDependencies, messageRunner } from './delivery.ts';

/** Delivers what is due, one message after the other. Returns the number of messages processed. */
export const deliverMessages = (deps: DeliveryDependencies, composers: Composers): Promise<number> =>
  messageRunner(deps, composers, 1, closedBreaker, new AbortController().signal)();
