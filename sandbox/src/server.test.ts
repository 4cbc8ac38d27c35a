import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('takes any free port when its own is in use, tells its address, logs nobody and stops when told', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = (taken.address() as AddressInfo).port;
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, SANDBOX_PORT: String(port), PANEL_ORIGIN: 'http://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said += piece));
  const [{ ready, gateway }] = (await once(child, 'message')) as [{ ready: string; gateway: string }];
  expect(ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(ready).not.toContain(`:${port}`);
  expect(gateway).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(ready)).text()).toContain(gateway);
  expect((await fetch(`${gateway}/?x-binu-did=demo-panelist-1`)).status).toBe(502);
  const headers = { authorization: 'Bearer any' };
  expect((await fetch(`${ready}/chat/v1/users/demo-panelist-1`, { headers })).status).toBe(200);
  expect((await fetch(`${ready}//%00/demo-panelist-1`, { headers })).ok).toBe(false);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said).not.toContain('demo-panelist-1');
  taken.close();
}, 60_000);
