import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import { TIMING_BUCKETS_MS } from '@panel/domain/phone-timings';
import { expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import type { AppDependencies } from '../../dependencies.ts';
import { createMetrics } from './metrics.ts';

async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-timings-'));
  const metrics = createMetrics();
  const config = await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const app = buildApp({ config } as AppDependencies, { metrics });
  onTestFinished(async () => {
    await app.close();
    await rm(dataDir, { recursive: true });
  });
  const send = async (payload: unknown, remoteAddress = '127.0.0.1') =>
    (
      await app.inject({
        method: 'POST',
        url: api.timings,
        remoteAddress,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
        payload: JSON.stringify(payload),
      })
    ).statusCode;
  return { send, shown: () => metrics.render([]) };
}

it('what phones measure is a histogram, by what was measured', async () => {
  const { send, shown } = await open();
  expect(await send({ first_content: 4, first_tap: 0 })).toBe(204);
  expect(await send({ first_content: TIMING_BUCKETS_MS.length })).toBe(204);
  const lines = (await shown()).split('\n').filter((line) => line.includes('timing="first_content"'));
  const bucket = (le: string) =>
    lines
      .find((line) => line.includes(`le="${le}"`))
      ?.split(' ')
      .at(-1);
  expect([bucket('0.5'), bucket('1'), bucket('32'), bucket('+Inf')]).toEqual(['0', '1', '1', '2']);
  expect(await shown()).toContain('panel_phone_timing_seconds_bucket{le="0.05",timing="first_tap"} 1');
});

it.each([
  [[]],
  [7],
  [{ did: 1 }],
  [{ first_content: -1 }],
  [{ first_content: 1.5 }],
  [{ first_content: '1' }],
  [{ first_content: TIMING_BUCKETS_MS.length + 1 }],
])('T19: a report of anything else is refused: %j', async (payload) => {
  const { send, shown } = await open();
  expect(await send(payload)).toBe(422);
  expect(await shown()).not.toContain('timing="');
});

it('T19: ten reports a minute are counted per caller', async () => {
  const { send } = await open();
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) statuses.push(await send({ submit: 1 }, '203.0.113.9'));
  expect(statuses.filter((status) => status === 204)).toHaveLength(10);
});
