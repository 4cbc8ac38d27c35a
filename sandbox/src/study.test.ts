import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox.testing.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const PID = `t_${'0'.repeat(32)}`;
const path = (pid: string) => `/study/bread?task=bread&pid=${pid}`;

it('asks, and reports a finish to the panel with its signature', async () => {
  expect(await (await sandbox.get(path(PID))).text()).toContain('Finish');
  expect(sandbox.panel.calls).toEqual([]);
  sandbox.panel.statuses.push(204, 403);
  expect(await (await sandbox.post(path(PID), {})).text()).toContain('You have finished');
  const signature = createHmac('sha256', 'sandbox-secret').update(`finished:bread:${PID}`).digest('hex');
  const report = {
    method: 'POST',
    url: `${sandbox.panel.origin}/t/bread/finished?pid=${PID}&signature=${signature}`,
    body: '',
  };
  expect(sandbox.panel.calls).toEqual([report]);
  expect(await (await sandbox.post(path(PID), {})).text()).toContain('it answered 403');
});

it('needs a pseudonym to open', async () => {
  expect((await sandbox.get(path('someone'))).status).toBe(400);
});
