import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Breaker } from '../platform/parties/breaker.ts';
import { type Composers, type DeliveryContext, type DeliveryDependencies, messageRunner } from './outbox.ts';

/** For a single round, in which every party is called. */
export const closedBreaker: Breaker = {
  allows: () => true,
  release: () => {},
  succeeded: () => {},
  failed: () => {},
  isOpen: () => false,
};

/** Delivers due messages in turn. Returns the number of messages processed. */
export const deliverMessages = (
  deps: DeliveryDependencies,
  composers: Composers,
  log: DeliveryContext['log'] = { error() {} },
): Promise<number> =>
  messageRunner(deps, 1, { composers, chatBreaker: closedBreaker, log, signal: new AbortController().signal })();

export type Sent = { readonly to: string; readonly text: { readonly body: string } };
export const NUMBER = '27820001111';
type Chat = {
  /** The answer to a message it has received. */
  readonly answer?: (response: ServerResponse) => void;
  readonly numberOf?: (did: string) => string;
};

/** A super-app that knows every device, by default with one number, and gives each chat message to `keep`. */
export const chatThatKeeps =
  (keep: (sent: Sent) => void, { answer, numberOf = () => NUMBER }: Chat = {}) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      const did = (request.url ?? '').split('/').pop() ?? '';
      return void response.end(JSON.stringify({ user_profile: { number: numberOf(did) } }));
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    keep(JSON.parse(body));
    if (answer) answer(response);
    else response.end('{"id":"m1"}');
  };
