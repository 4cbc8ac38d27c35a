/** A response names the id of its log line. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { buildConsoleApp } from '../../console-app.ts';
import type { AppDependencies } from '../../dependencies.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'panel-logging-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

it.each([
  ['the panel', buildApp],
  ['the console', buildConsoleApp],
])('a refusal of %s has the `requestId` of its log line', async (_, build) => {
  let log = '';
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const config = await readConfig({ DATA_DIR: dataDir });
  const app = build({ config, clock: { now: () => new Date() } } as AppDependencies, { logTo });
  const answer = await app.inject({ url: '/api/none', headers: { accept: 'application/json' } });
  await app.close();
  expect(answer.json()).toMatchObject({ status: 404, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const lines = log.split('\n').filter((line) => line.includes('"msg":"request"'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId: answer.json().requestId, status: 404 }]);
});
