/** Sends many more calls than the server can serve, in a separate process, so that its delays don't affect other measurements. */
import { callsFor, phoneCalls } from './calls.ts';
import { isRefusal, isSuccess, openConnections, sendSteadily } from './load.ts';
import type { Range } from './seed.ts';
import { quantile } from './statistics.ts';

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
};

async function send({ origin, range, connections, ...rate }: FloodOrder): Promise<Flood> {
  const opened = await openConnections(origin, connections);
  process.send?.('open');
  const responses = await sendSteadily(opened, rate, phoneCalls(callsFor(range, origin)));
  const [accepted, refused] = [responses.filter(isSuccess), responses.filter(isRefusal)];
  const [acceptedMs, refusedMs] = [accepted.map(({ ms }) => ms), refused.map(({ ms }) => ms)];
  return {
    sent: responses.length,
    accepted: accepted.length,
    acceptedP99: quantile(acceptedMs, 0.99),
    refused: refused.length,
    refusedP50: quantile(refusedMs, 0.5),
    refusedP99: quantile(refusedMs, 0.99),
    withRetryAfter: refused.filter(({ retryAfter }) => retryAfter).length,
  };
}

process.once('message', async (order: FloodOrder) => process.send?.(await send(order)));
process.on('disconnect', () => process.exit());
