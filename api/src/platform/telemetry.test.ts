import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { api } from '@panel/domain/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { AppDependencies } from '../dependencies.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'panel-telemetry-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Sends a report as a browser's beacon does; returns the status and what was logged. */
async function report(setting: 'on' | 'off', payload: object): Promise<{ status: number; log: string }> {
  let log = '';
  const logTo = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const config = await readConfig({ DATA_DIR: dataDir, ERROR_REPORTING: setting });
  const app = buildApp({ config } as AppDependencies, { logTo });
  const { statusCode } = await app.inject({
    method: 'POST',
    url: api.telemetry,
    headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
    payload,
  });
  await app.close();
  return { status: statusCode, log };
}

describe('errors of a browser', () => {
  it('T4: are logged on our own origin when the configuration says so, without an id in them', async () => {
    const { status, log } = await report('on', {
      name: 'TypeError',
      message: 'x of canary-did-12345 at /balance?x-binu-did=canary-did-12345',
      stack: ['?'],
    });
    expect(status).toBe(204);
    expect(log).toContain('TypeError');
    expect(log).not.toContain('canary');
  });

  it('are refused otherwise', async () => {
    const { status, log } = await report('off', { name: 'TypeError' });
    expect(status).not.toBe(204);
    expect(log).not.toContain('TypeError');
  });
});
