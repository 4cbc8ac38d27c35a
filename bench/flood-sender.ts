/** The process that sends a flood. It gets what to send, and reports when it has started and what the responses were. */
import type { Flood, FloodOrder } from './flood.ts';
import { isSuccess } from './load.ts';
import { callsFor, FROM_PHONES, mixed } from './mix.ts';
import { quantile } from './statistics.ts';
import { isRefusal, type KindResponse, sendSteadily } from './steady.ts';

async function send({ range, connections, origin, ...rate }: FloodOrder): Promise<Flood> {
  const eachSecond = (second: number) => second === 0 && process.send?.('started');
  const { responses, disturbed } = await sendSteadily(
    origin,
    { ...rate, connections, maxConnections: connections, eachSecond },
    mixed(FROM_PHONES, callsFor(range, origin)),
  );
  const [accepted, refused] = [responses.filter(isSuccess), responses.filter(isRefusal)];
  const quantileOf = (these: readonly KindResponse[], share: number) =>
    quantile(
      these.map(({ ms }) => ms),
      share,
    );
  return {
    sent: responses.length,
    accepted: accepted.length,
    acceptedP99: quantileOf(accepted, 0.99),
    refused: refused.length,
    refusedP50: quantileOf(refused, 0.5),
    refusedP99: quantileOf(refused, 0.99),
    withRetryAfter: refused.filter(({ retryAfter }) => retryAfter).length,
    disturbed: disturbed.length,
  };
}

process.once('message', async (order: FloodOrder) => process.send?.(await send(order)));
process.on('disconnect', () => process.exit());
