/** Simulates a slow mobile network: each request waits for the latency once, and all requests share the bandwidth. */
import { setTimeout as wait } from 'node:timers/promises';

type Network = { readonly kbits: number; readonly latencyMs: number };
export const NETWORKS = { 'slow-3g': { kbits: 400, latencyMs: 400 }, '2g': { kbits: 50, latencyMs: 800 } } as const;
export type Throttle = { waitLatency(): Promise<void>; transfer(bytes: number): Promise<void> };

/** Transferred at once; small, so that requests share the bandwidth instead of waiting for each other. */
export const CHUNK_BYTES = 1024;

const until = async (at: number): Promise<void> => {
  // A timer may fire a little early.
  for (let left = at - performance.now(); left > 0; left = at - performance.now()) await wait(Math.ceil(left));
};

export const createThrottle = ({ kbits, latencyMs }: Network): Throttle => {
  let freeAt = 0;
  return {
    waitLatency: () => until(performance.now() + latencyMs),
    transfer(bytes) {
      freeAt = Math.max(freeAt, performance.now()) + (bytes * 8) / kbits;
      return until(freeAt);
    },
  };
};
