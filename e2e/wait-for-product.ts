/** Before each file of journeys: waits until the product is ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, inject } from 'vitest';

const POLL_MS = 200;

beforeAll(async () => {
  const isReady = () =>
    fetch(`${inject('origin')}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await sleep(POLL_MS);
});
