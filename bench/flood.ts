/** Many more calls than the server can serve, sent by a separate process, so that its delays don't affect other measurements. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Range } from './seed.ts';

export type FloodOrder = {
  readonly origin: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly connections: number;
  /** The panelists who make the calls. */
  readonly range: Range;
};

export type Flood = {
  readonly sent: number;
  readonly accepted: number;
  readonly acceptedP99: number;
  readonly refused: number;
  readonly refusedP50: number;
  readonly refusedP99: number;
  readonly withRetryAfter: number;
  /** Left out, as `sendSteadily` does. */
  readonly disturbed: number;
};

/** Resolves one second after the flood has started. */
export async function startFlood(order: FloodOrder): Promise<{ readonly over: Promise<Flood> }> {
  const child = fork(new URL('./flood-sender.ts', import.meta.url));
  child.send(order);
  await once(child, 'message');
  const over = once(child, 'message').then(([result]) => {
    child.disconnect();
    return result as Flood;
  });
  return { over };
}
