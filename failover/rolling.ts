/** A rolling restart of everything under load: no request may fail, and each that does is printed with its cause. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BuiltProduct, Running } from '../api/test/product.ts';
import { type Answered, type Caller, describe, hasSucceeded, seconds } from './calls.ts';
import type { DatabaseCluster } from './cluster.ts';
import { rollEverything } from './faults.ts';
import { newPanelistDid, registrationCheck, registrationOf } from './panelists.ts';

const ROLLED_REQUESTS = 20_000;
const READERS = 8;
/** If this program itself was delayed for longer, the machine was busy and times are meaningless. */
export const MAX_PAUSE_MS = 400;

/** Sends reads on several connections while everything is restarted, until there were enough. */
export async function measureRolling(
  cluster: DatabaseCluster,
  product: BuiltProduct,
  servers: Running[],
  calls: Caller,
) {
  const did = newPanelistDid();
  await calls.sendUntilSuccess(registrationOf(did));
  const first = calls.answered.length;
  const sent = () => calls.answered.length - first;
  const pauses = monitorEventLoopDelay({ resolution: 10 });
  pauses.enable();
  let isOver = false;
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) await calls.send(registrationCheck(did));
  });
  const steps: { readonly step: string; readonly at: number; readonly time: string }[] = [];
  const note = (step: string) =>
    steps.push({ step, at: performance.now(), time: new Date().toISOString().slice(11, 19) });
  let rounds = 0;
  while (sent() < ROLLED_REQUESTS) {
    await rollEverything(cluster, product, servers, note);
    rounds += 1;
  }
  isOver = true;
  await Promise.all(readers);
  const answers = calls.answered.slice(first);
  /** What was being restarted when a request was sent. */
  const whenOf = ({ endedAt, tookMs }: Answered) => {
    const last = steps.findLast(({ at }) => at <= endedAt - tookMs);
    const after = ((endedAt - tookMs - (last?.at ?? 0)) / 1000).toFixed(1);
    return last ? `sent ${after} s after ${last.step} at ${last.time}` : 'sent before';
  };
  const failures = answers
    .filter((answer) => !hasSucceeded(answer))
    .map((answer) => `${describe(answer)} after ${seconds(answer.tookMs)} s, ${whenOf(answer)}`);
  return { rounds, isCalm: pauses.max / 1e6 <= MAX_PAUSE_MS, answers, failures };
}
